"""tf.data: datasets, iterators, registered Python callbacks, and buffers with their final size."""

from __future__ import annotations

import sys

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import Gauge, is_framework_module
from tensorleak_probe.passing import pass_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings, SiteId

SHUFFLES = ("_ShuffleDataset", "ShuffleDataset")


def element_bytes(spec: Any) -> int | None:
    """Bytes of one element with the given spec, or None where a dimension is open."""
    if issubclass(type(spec), (dict, list, tuple)):
        parts: list[Any] = [element_bytes(part) for part in plain.values(spec)]
        return None if any(part is None for part in parts) else sum(parts)
    if not is_framework_module(plain.module(type(spec))):
        return None
    try:
        count = spec.shape.num_elements()
        return None if count is None else count * spec.dtype.size
    except (AttributeError, ValueError) as error:
        pass_on(error)
        return None


class DataGauge(Gauge):
    """Datasets, iterators and registered callbacks; buffers are listed with tallies."""

    reads = ("data.datasets", "data.iterators", "registry.py_functions")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self.buffers: dict[SiteId, list[Any]] = {}

    def hooks(self) -> dict[str, ModuleHook]:
        """Datasets, iterators and shuffle buffers by version."""
        data = "tensorflow.python.data.ops."
        return {
            data + "dataset_ops": self._attach_datasets,
            data + "shuffle_op": self._attach_shuffle,
            data + "iterator_ops": self._attach_iterators,
            "tensorflow.python.ops.script_ops": self._attach_registry,
        }

    def _attach_datasets(self, module: Any) -> None:
        self.hooks_of.observe(module.DatasetV2, "__init__", lambda args, kwargs: self.births.born("dataset", args[0]))
        self._attach_shuffle(module)

    def _attach_shuffle(self, module: Any) -> None:
        for name in SHUFFLES:
            if hasattr(module, name):
                self.hooks_of.observe(getattr(module, name), "__init__", self._shuffle_made)

    def _attach_iterators(self, module: Any) -> None:
        for name in ("OwnedIterator", "IteratorV2", "EagerIterator"):
            iterator = getattr(module, name, None)
            if iterator is not None and "__init__" in iterator.__dict__:
                self.hooks_of.observe(iterator, "__init__", self._iterator_made)
                self.hooks_of.work(iterator, "__next__", "dataset_items")

    def _iterator_made(self, args: Args, kwargs: Kwargs) -> None:
        self.births.born("iterator", args[0])

    def _attach_registry(self, module: Any) -> None:
        self.hooks_of.observe(module.FuncRegistry, "insert", self._callback_registered)

    def _callback_registered(self, args: Args, kwargs: Kwargs) -> None:
        self.births.born("py_function", args[1] if len(args) > 1 else kwargs["func"])

    def _shuffle_made(self, args: Args, kwargs: Kwargs) -> None:
        """Notes the buffer; its elements are those of the dataset that is shuffled, which exists already."""
        size = kwargs.get("buffer_size", args[2] if len(args) > 2 else None)
        if type(size) is not int:
            return
        spec = plain.computed(args[1], "element_spec", is_framework_module) if len(args) > 1 else None
        site = self.probe.sites.here()
        if len(self.buffers) < 200:
            self.buffers[site] = [site, "shuffle", size, element_bytes(spec)]

    def read(self, out: Readings) -> None:
        """Counts live datasets, live iterators and the callbacks in TensorFlow's registry."""
        out["data.datasets"] = len(self.births.live["dataset"])
        out["data.iterators"] = len(self.births.live["iterator"])
        script_ops = sys.modules.get("tensorflow.python.ops.script_ops")
        registry = getattr(script_ops, "_py_funcs", None)
        if registry is not None:
            out["registry.py_functions"] = len(getattr(registry, "_funcs", ()))
