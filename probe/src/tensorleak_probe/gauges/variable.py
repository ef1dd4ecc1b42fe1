"""Variables: how many are alive, how large, and who made them."""

from __future__ import annotations

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.passing import pass_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings

COUNTED = ("ResourceVariable", "UnliftedInitializerVariable", "RefVariable")


class VariableGauge(Gauge):
    """Live variables and the size of their values."""

    reads = ("variable.count", "variable.bytes")

    def hooks(self) -> dict[str, ModuleHook]:
        """Resource variables everywhere; reference variables of TF 1 in one of two places."""
        ops = "tensorflow.python.ops."
        return {
            ops + "resource_variable_ops": self._attach_resource,
            ops + "variables": self._attach_ref,
            ops + "ref_variable": self._attach_ref,
        }

    def _attach_resource(self, module: Any) -> None:
        self.hooks_of.observe(module.BaseResourceVariable, "__init__", self._made)
        for name in ("UninitializedVariable",):
            if hasattr(module, name):
                self.hooks_of.observe(getattr(module, name), "__init__", self._made)

    def _attach_ref(self, module: Any) -> None:
        ref = getattr(module, "RefVariable", None)
        if ref is not None and ref.__module__ == module.__name__:
            self.hooks_of.observe(ref, "__init__", self._made)

    def _made(self, args: Args, kwargs: Kwargs) -> None:
        """A variable is being made: its size is known only when it is complete."""
        name = plain.name(type(args[0]))
        if name in COUNTED:
            traced = "traced" if name == "UnliftedInitializerVariable" else None
            self.births.born("variable", args[0], None, flag=traced)

    @staticmethod
    def _weigh(variable: Any) -> int:
        """Bytes of a variable's value; 0 where its shape is open."""
        try:
            nbytes: int = (variable.shape.num_elements() or 0) * variable.dtype.size
            return nbytes
        except Exception as error:
            pass_on(error)
            return 0

    def read(self, out: Readings) -> None:
        """Counts the live variables."""
        out["variable.count"] = len(self.births.live["variable"])

    def read_slow(self, out: Readings) -> None:
        """Adds up the bytes of all live variables; those made since the last tally are weighed now."""
        self.births.live["variable"].weigh(self._weigh)
        out["variable.bytes"] = sum(entry.nbytes or 0 for entry in self.births.live["variable"].entries())
