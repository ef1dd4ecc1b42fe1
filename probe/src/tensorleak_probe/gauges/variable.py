"""Variables: how many are alive, how large, and who made them."""

from tensorleak_probe.gauges.base import Gauge

COUNTED = ("ResourceVariable", "UnliftedInitializerVariable", "RefVariable")


class VariableGauge(Gauge):
    """`variable.count` and `variable.bytes`."""

    def hooks(self):
        """Resource variables everywhere; reference variables of TF 1 in one of two places."""
        ops = "tensorflow.python.ops."
        return {
            ops + "resource_variable_ops": self._attach_resource,
            ops + "variables": self._attach_ref,
            ops + "ref_variable": self._attach_ref,
        }

    def _attach_resource(self, module):
        self.probe.patch(module.BaseResourceVariable, "__init__", "OBSERVE", self._made)
        for name in ("UninitializedVariable",):
            if hasattr(module, name):
                self.probe.patch(getattr(module, name), "__init__", "OBSERVE", self._made)

    def _attach_ref(self, module):
        ref = getattr(module, "RefVariable", None)
        if ref is not None and ref.__module__ == module.__name__:
            self.probe.patch(ref, "__init__", "OBSERVE", self._made)

    def _made(self, args, kwargs, result):
        variable = args[0]
        name = type(variable).__name__
        if name not in COUNTED:
            return
        try:
            nbytes = (variable.shape.num_elements() or 0) * variable.dtype.size
        except Exception:
            nbytes = 0
        self.births.born("variable", variable, nbytes, flag="traced" if name == "UnliftedInitializerVariable" else None)

    def read(self, out):
        """One length."""
        out["variable.count"] = len(self.births.live["variable"])

    def read_slow(self, out):
        """Adds up the sizes noted at birth."""
        out["variable.bytes"] = sum(entry.nbytes for entry in self.births.live["variable"].entries())
