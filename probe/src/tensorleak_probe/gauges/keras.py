"""Keras, whichever one runs: live models, loads, and batches of fit, evaluate and predict."""

from __future__ import annotations

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import Gauge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings

LAYER_MODULES = (
    "keras.src.layers.layer",
    "keras.src.engine.base_layer",
    "keras.engine.base_layer",
    "tensorflow.python.keras.engine.base_layer",
    "tf_keras.src.engine.base_layer",
)
CALLBACK_MODULES = (
    "keras.src.callbacks.callback_list",
    "keras.src.callbacks",
    "keras.callbacks",
    "tensorflow.python.keras.callbacks",
    "tf_keras.src.callbacks",
)
LOADERS = {
    "keras.src.saving.saving_api": "load_model",
    "keras.saving.save": "load_model",
    "keras.saving.saving_api": "load_model",
    "tensorflow.python.keras.saving.save": "load_model",
    "tf_keras.src.saving.saving_api": "load_model",
    "tensorflow.python.saved_model.load": "load",
    "tensorflow.python.saved_model.loader_impl": "load",
}
BATCHES = (
    ("on_train_batch_end", "train_batches"),
    ("on_test_batch_end", "test_batches"),
    ("on_predict_batch_end", "predict_batches"),
)


class KerasGauge(Gauge):
    """Models, and the work counters of Keras."""

    reads = ("keras.models",)

    def hooks(self) -> dict[str, ModuleHook]:
        """All places where Keras lives in one version or another; the dead ones never fire."""
        hooks: dict[str, ModuleHook] = dict.fromkeys(LAYER_MODULES, self._attach_layer)
        hooks["tensorflow.python.keras.engine.network"] = self._attach_network
        hooks.update(dict.fromkeys(CALLBACK_MODULES, self._attach_callbacks))
        hooks.update(dict.fromkeys(LOADERS, self._attach_loader))
        return hooks

    def _attach_layer(self, module: Any) -> None:
        layer = getattr(module, "Layer", None)
        if layer is None:
            return
        self.hooks_of.observe(layer, "__init__", self._layer_made)
        self.hooks_of.work(layer, "__call__", "model_calls", self._noted)

    def _noted(self, args: Args, kwargs: Kwargs) -> int:
        """Notes the shapes of what a model is called with: its first argument."""
        return self.probe.shapes.note(("model_calls",), args[1:2] or kwargs.values())

    def _attach_network(self, module: Any) -> None:
        """Up to TF 2.3 a model is a `Network`, which does not pass `Layer.__init__`."""
        self.hooks_of.observe(module.Network, "__init__", self._layer_made)

    def _attach_callbacks(self, module: Any) -> None:
        callbacks = getattr(module, "CallbackList", None)
        if callbacks is None or callbacks.__module__ != module.__name__:
            return
        attached = [self._count(callbacks, name, kind) for name, kind in BATCHES]
        if hasattr(callbacks, "_call_batch_hook") and not any(attached):
            counters = {kind[: kind.index("_")]: self.work.counter(kind) for _, kind in BATCHES}
            self.hooks_of.observe(callbacks, "_call_batch_hook", lambda args, kwargs: self._batch(counters, args))

    def _count(self, callbacks: Any, name: str, kind: str) -> bool:
        done = self.work.counter(kind)
        return self.hooks_of.observe(callbacks, name, lambda args, kwargs: done())

    @staticmethod
    def _batch(counters: dict[str, Callable[[], float]], args: Args) -> None:
        """`_call_batch_hook(self, mode, hook, batch, logs)` of older versions: a batch is over."""
        if len(args) > 2 and args[2] == "end":
            counters.get(str(args[1]), counters["train"])()

    def _attach_loader(self, module: Any) -> None:
        self.hooks_of.work(module, LOADERS[module.__name__], "model_loads")

    def _layer_made(self, args: Args, kwargs: Kwargs) -> None:
        kind = type(args[0])
        is_model = any(plain.name(base) == "Model" for base in plain.mro(kind))
        if is_model and args[0] not in self.births.live["model"]:
            self.births.born("model", args[0], flag=plain.name(kind))

    def read(self, out: Readings) -> None:
        """Counts the live models."""
        out["keras.models"] = len(self.births.live["model"])
