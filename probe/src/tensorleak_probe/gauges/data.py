"""tf.data: datasets, iterators, registered Python callbacks, and buffers with their final size."""

import sys

from tensorleak_probe.gauges.base import Gauge

SHUFFLES = ("_ShuffleDataset", "ShuffleDataset")


def element_bytes(spec):
    """Bytes of one element with the given spec, or None where a dimension is open."""
    if isinstance(spec, dict):
        spec = list(spec.values())
    if isinstance(spec, (list, tuple)):
        parts = [element_bytes(part) for part in spec]
        return None if any(part is None for part in parts) else sum(parts)
    try:
        count = spec.shape.num_elements()
        return None if count is None else count * spec.dtype.size
    except (AttributeError, ValueError):
        return None


class DataGauge(Gauge):
    """`data.datasets`, `data.iterators`, `registry.py_functions`; buffers are listed with tallies."""

    def __init__(self, probe):
        super().__init__(probe)
        self.buffers = {}

    def hooks(self):
        """Datasets, iterators and shuffle buffers by version."""
        data = "tensorflow.python.data.ops."
        return {
            data + "dataset_ops": self._attach_datasets,
            data + "shuffle_op": self._attach_shuffle,
            data + "iterator_ops": self._attach_iterators,
            "tensorflow.python.ops.script_ops": self._attach_registry,
        }

    def _attach_datasets(self, module):
        self.probe.patch(
            module.DatasetV2,
            "__init__",
            "OBSERVE",
            lambda args, kwargs, result: self.births.born("dataset", args[0]),
        )
        self._attach_shuffle(module)

    def _attach_shuffle(self, module):
        for name in SHUFFLES:
            if hasattr(module, name):
                self.probe.patch(getattr(module, name), "__init__", "OBSERVE", self._shuffle_made)

    def _attach_iterators(self, module):
        for name in ("OwnedIterator", "IteratorV2", "EagerIterator"):
            iterator = getattr(module, name, None)
            if iterator is not None and "__init__" in iterator.__dict__:
                self.probe.patch(
                    iterator,
                    "__init__",
                    "OBSERVE",
                    lambda args, kwargs, result: self.births.born("iterator", args[0]),
                )
                self.probe.patch(iterator, "__next__", "WORK", *self.work.unit("dataset_items"))

    def _attach_registry(self, module):
        self.probe.patch(module.FuncRegistry, "insert", "OBSERVE", self._callback_registered)

    def _callback_registered(self, args, kwargs, result):
        self.births.born("py_function", args[1] if len(args) > 1 else kwargs["func"])

    def _shuffle_made(self, args, kwargs, result):
        dataset = args[0]
        size = kwargs.get("buffer_size", args[2] if len(args) > 2 else None)
        if not isinstance(size, int):
            return
        spec = getattr(dataset, "element_spec", None)
        site = self.probe.sites.here()
        if len(self.buffers) < 200:
            self.buffers[site] = [site, "shuffle", size, element_bytes(spec)]

    def read(self, out):
        """Lengths only."""
        out["data.datasets"] = len(self.births.live["dataset"])
        out["data.iterators"] = len(self.births.live["iterator"])
        script_ops = sys.modules.get("tensorflow.python.ops.script_ops")
        registry = getattr(script_ops, "_py_funcs", None)
        if registry is not None:
            out["registry.py_functions"] = len(getattr(registry, "_funcs", ()))
