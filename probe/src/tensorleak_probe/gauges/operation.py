"""Eager operations whose kernels keep something per input shape: their shapes are noted like those of whole calls."""

from __future__ import annotations

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Seen

# Measured on TF 2.21: with every new shape these leave 33 to 420 KB in oneDNN's caches. matmul, relu, reductions, resizing
# and element-wise operations leave nothing; transpose leaves 16 KB, and is too common to be wrapped.
OPERATIONS = {
    "gen_nn_ops": (
        "conv2d",
        "conv3d",
        "depthwise_conv2d_native",
        "conv2d_backprop_input",
        "conv3d_backprop_input_v2",
        "max_pool",
        "avg_pool",
        "softmax",
        "fused_batch_norm_v3",
    ),
    "gen_math_ops": ("batch_mat_mul_v2", "batch_mat_mul_v3"),
    "gen_linalg_ops": ("einsum",),
}


class OperationGauge(Gauge):
    """Adds to `work.shapes` what no function, model or session call has noted."""

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self._context: Any = None

    def hooks(self) -> dict[str, ModuleHook]:
        """The generated modules: every public function that runs such a kernel passes through one of their functions."""
        hooks: dict[str, ModuleHook] = {"tensorflow.python.ops." + module: self._attach for module in OPERATIONS}
        hooks["tensorflow.python.eager.context"] = self._attach_context
        return hooks

    def _attach_context(self, context: Any) -> None:
        self._context = context

    def _attach(self, module: Any) -> None:
        for name in OPERATIONS[module.__name__.rpartition(".")[2]]:
            self.hooks_of.observe(module, name, self._noting((name,)))

    def _noting(self, key: tuple[str, ...]) -> Seen:
        """Notes the shapes of one operation where it runs eagerly and outside of any unit of work."""
        unasked = 0

        def seen(args: Args, kwargs: Kwargs) -> None:
            nonlocal unasked
            if unasked:
                unasked -= 1
            elif self._eagerly() and not self.hooks_of.is_inside_unit(system.frame(4)):
                unasked = self.probe.shapes.note(key, args or kwargs.values())

        return seen

    def _eagerly(self) -> bool:
        return self._context is not None and self._context.executing_eagerly()
