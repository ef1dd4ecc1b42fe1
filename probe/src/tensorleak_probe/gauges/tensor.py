"""Tensors: how many were ever made, gradient tapes, and eager work that no call brackets."""

from __future__ import annotations

import sys

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.looks.tracked import young_objects_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings

HAS_GENERATIONS = sys.version_info >= (3, 8)


class TensorGauge(Gauge):
    """Tensors made, from the numbers that TensorFlow gives them (live ones are counted by a close look), and live tapes.

    Asking TensorFlow for the next number would use it up, and the names of the program's functions contain these numbers. So the
    newest tensors that are still young tell it; where there are none, the last answer stands.
    """

    reads = ("tensor.created", "tape.live")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self._base: int | None = None
        self._newest = 0
        self.eager_type: Any = None

    def hooks(self) -> dict[str, ModuleHook]:
        """The tensors' type lives in `ops`, the tape in `backprop`."""
        return {
            "tensorflow.python.framework.ops": self._attach,
            "tensorflow.python.eager.backprop": self._attach_tape,
        }

    def _attach(self, ops: Any) -> None:
        self.eager_type = getattr(ops, "EagerTensor", None)

    def _attach_tape(self, backprop: Any) -> None:
        tape = backprop.GradientTape
        self.hooks_of.observe(tape, "__init__", self._tape_made)
        self.hooks_of.work(tape, "gradient", "gradients")

    def _tape_made(self, args: Args, kwargs: Kwargs) -> None:
        self.births.born("tape", args[0])

    def created(self) -> int:
        """Tensors made since the first reading."""
        if self.eager_type is None or not HAS_GENERATIONS:
            return 0
        young = [tensor._id for tensor in young_objects_of(self.eager_type)]
        self._newest = max(young + [self._newest])
        if self._base is None and young:
            self._base = self._newest
        return self._newest - self._base if self._base is not None else 0

    def read(self, out: Readings) -> None:
        """Counts the tensors made so far, in one pass over the youngest objects, and the live tapes."""
        if self.eager_type is not None:
            if HAS_GENERATIONS:
                out["tensor.created"] = self.created()
            out["tape.live"] = len(self.births.live["tape"])
