"""Tensors: how many were ever made (free), gradient tapes, and eager work that no call brackets."""

from tensorleak_probe.gauges.base import Gauge


class TensorGauge(Gauge):
    """`tensor.created` from TensorFlow's own counter; live tensors are counted by a close look (`tensor.count`)."""

    def __init__(self, probe):
        super().__init__(probe)
        self._uid = None
        self._base = None
        self._reads = 0
        self.eager_type = None

    def hooks(self):
        """The counter lives in `ops`, the tape in `backprop`."""
        return {
            "tensorflow.python.framework.ops": self._attach,
            "tensorflow.python.eager.backprop": self._attach_tape,
        }

    def _attach(self, ops):
        self._uid = getattr(ops, "uid", None)
        self.eager_type = getattr(ops, "EagerTensor", None)

    def _attach_tape(self, backprop):
        tape = backprop.GradientTape
        self.hooks_of.observe(tape, "__init__", self._tape_made)
        self.hooks_of.work(tape, "gradient", "gradients")

    def _tape_made(self, args, kwargs):
        self.births.born("tape", args[0])

    def created(self):
        """Tensors made since the first reading; the counter counts its readings too."""
        if self._uid is None:
            return 0
        value = self._uid()
        if self._base is None:
            self._base = value
        self._reads += 1
        return value - self._base - self._reads + 1

    def read(self, out):
        """One call; it counts itself, which is taken off again."""
        if self._uid is not None:
            out["tensor.created"] = self.created()
            out["tape.live"] = len(self.births.live["tape"])
