"""Keras, whichever one runs: live models, loads, and batches of fit, evaluate and predict."""

from tensorleak_probe.gauges.base import Gauge

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
UNIT = """
def make(original, done):
    def {name}(*args, **kwargs):
        result = original(*args, **kwargs)
        done()
        return result
    return {name}
"""
BATCH_HOOK = """
def make(original, done):
    def {name}(self, mode, hook, *args, **kwargs):
        result = original(self, mode, hook, *args, **kwargs)
        if hook == "end":
            done(str(mode))
        return result
    return {name}
"""


class KerasGauge(Gauge):
    """`keras.models`, and the work counters of Keras."""

    def hooks(self):
        """All places where Keras lives in one version or another; the dead ones never fire."""
        hooks = dict.fromkeys(LAYER_MODULES, self._attach_layer)
        hooks["tensorflow.python.keras.engine.network"] = self._attach_network
        hooks.update(dict.fromkeys(CALLBACK_MODULES, self._attach_callbacks))
        hooks.update(dict.fromkeys(LOADERS, self._attach_loader))
        return hooks

    def _attach_layer(self, module):
        layer = getattr(module, "Layer", None)
        if layer is None:
            return
        self.probe.patch(layer, "__init__", "OBSERVE", self._layer_made)
        parts = self.work.unit("model_calls") + (self.probe.shapes.note, 1)
        self.probe.patch(layer, "__call__", "SHAPED", *parts)

    def _attach_network(self, module):
        """Up to TF 2.3 a model is a `Network`, which does not pass `Layer.__init__`."""
        self.probe.patch(module.Network, "__init__", "OBSERVE", self._layer_made)

    def _attach_callbacks(self, module):
        callbacks = getattr(module, "CallbackList", None)
        if callbacks is None or callbacks.__module__ != module.__name__:
            return
        attached = [self.probe.patch(callbacks, name, UNIT, self.work.counter(kind)) for name, kind in BATCHES]
        if hasattr(callbacks, "_call_batch_hook") and not any(attached):
            counters = {kind[: kind.index("_")]: self.work.counter(kind) for _, kind in BATCHES}
            self.probe.patch(
                callbacks,
                "_call_batch_hook",
                BATCH_HOOK,
                lambda mode: counters.get(mode, counters["train"])(),
            )

    def _attach_loader(self, module):
        name = LOADERS[module.__name__]
        self.probe.patch(module, name, "WORK", *self.work.unit("model_loads"))

    def _layer_made(self, args, kwargs, result):
        layer = args[0]
        if any(base.__name__ == "Model" for base in type(layer).__mro__) and layer not in self.births.live["model"]:
            self.births.born("model", layer, flag=type(layer).__name__)

    def read(self, out):
        """One length."""
        out["keras.models"] = len(self.births.live["model"])
