"""`tf.function`: live functions, traces with their reasons, and shapes compiled by XLA."""

from __future__ import annotations

from tensorleak_probe import plain
from tensorleak_probe.gauges.base import Gauge

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Sized

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Args, Kwargs, ModuleHook, Readings


class FunctionGauge(Gauge):
    """Functions, their traces and the input shapes of calls; the gradient functions that traces register."""

    reads = ("function.live", "function.traces", "function.compiled_shapes", "registry.gradients", "work.shapes")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self.traces = probe.traces
        self._registered: Sized = ()
        self._unasked = 0

    def hooks(self) -> dict[str, ModuleHook]:
        """The one place that every trace passes, by version, and the class that users call."""
        eager = "tensorflow.python.eager."
        return {
            eager + "polymorphic_function.tracing_compilation": self._attach_tracing,
            eager + "polymorphic_function.tracing_compiler": self._attach_tracing,
            eager + "function": self._attach_both,
            eager + "polymorphic_function.concrete_function": self._attach_concrete,
            eager + "polymorphic_function.monomorphic_function": self._attach_concrete,
            eager + "polymorphic_function.polymorphic_function": self._attach_function,
            eager + "def_function": self._attach_function,
            "tensorflow.python.framework.ops": self._attach_registry,
        }

    def _attach_registry(self, ops: Any) -> None:
        """Gradient functions by name: optimizers and custom gradients add one per trace, and nothing is ever removed."""
        registry = getattr(ops, "gradient_registry", None) or getattr(ops, "_gradient_registry", None)
        self._registered = getattr(registry, "_registry", ())

    def _attach_tracing(self, module: Any) -> None:
        for owner, name in (
            (module, "_create_concrete_function"),
            (getattr(module, "TracingCompiler", None), "_create_concrete_function"),
            (getattr(module, "Function", None), "_create_graph_function"),
        ):
            if owner is not None and self.hooks_of.observe(owner, name, self.traces.begin):
                self.traces.places.add(self.hooks_of.code_of(owner, name))
                return

    def _attach_both(self, module: Any) -> None:
        """In older versions, TF 1.15 among them, traces are made, and concrete functions called, in one module."""
        self._attach_tracing(module)
        self._attach_concrete(module)

    def _attach_concrete(self, module: Any) -> None:
        """One trace, called directly: the signature of a loaded model."""
        concrete = getattr(module, "ConcreteFunction", None)
        if concrete is not None and concrete.__module__ == module.__name__:
            self.hooks_of.observe(concrete, "__init__", self.traces.end)
            self.hooks_of.work(concrete, "__call__", "function_calls", self._noted)

    def _attach_function(self, module: Any) -> None:
        function = getattr(module, "Function", None)
        if function is None or function.__module__ != module.__name__:
            return
        self.hooks_of.observe(function, "__init__", self._function_made)
        self.hooks_of.work(function, "__call__", "function_calls", self._noted)

    def _noted(self, args: Args, kwargs: Kwargs) -> int:
        """Notes the shapes of a call: of a function that XLA compiles always and under its own name, of others now and then."""
        names = plain.instance_names(args[0]) or {}
        if names.get("_jit_compile") or names.get("_experimental_compile"):
            self.probe.shapes.note(self.traces.origin(names.get("_python_function")), args[1:] or kwargs.values())
        elif self._unasked:
            self._unasked -= 1
        else:
            self._unasked = self.probe.shapes.note(("function_calls",), args[1:] or kwargs.values())
        return 0

    def _function_made(self, args: Args, kwargs: Kwargs) -> None:
        function = args[1] if len(args) > 1 else kwargs.get("python_function")
        origin = self.traces.origin(function)
        self.traces.function_made(origin)
        self.births.born("function", args[0], flag="%s:%s:%d" % (origin[0], origin[1], origin[2]))

    def read(self, out: Readings) -> None:
        """Counts live functions, traces so far, registered gradient functions and distinct input shapes."""
        out["function.live"] = len(self.births.live["function"])
        out["function.traces"] = self.traces.total
        out["function.compiled_shapes"] = self.probe.shapes.count(compiled=True)
        out["registry.gradients"] = len(self._registered)
        out["work.shapes"] = self.probe.shapes.count(compiled=False)
