"""`tf.function`: live functions, traces with their reasons, and shapes compiled by XLA."""

from tensorleak_probe.gauges.base import Gauge

CALL = """
def make(original, work, local, counts, kind, clock, noted, origin):
    key = (kind,)
    unnoted = 0
    def {name}(self, *args, **kwargs):
        nonlocal unnoted
        if local.busy:
            return original(self, *args, **kwargs)
        if self._jit_compile:
            noted(origin(self._python_function), args or kwargs.values())
        elif unnoted:
            unnoted -= 1
        else:
            unnoted = noted(key, args or kwargs.values())
        local.busy = True
        try:
            return original(self, *args, **kwargs)
        finally:
            local.busy = False
            counts[kind] += 1
            if clock() >= work.due:
                work.boundary()
    return {name}
"""


class FunctionGauge(Gauge):
    """`function.live`, `function.traces`, `function.compiled_shapes`, `registry.gradients`."""

    def __init__(self, probe):
        super().__init__(probe)
        self.traces = probe.traces
        self._registered = ()

    def hooks(self):
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

    def _attach_registry(self, ops):
        """Gradient functions by name: optimizers and custom gradients add one per trace, and nothing is ever removed."""
        registry = getattr(ops, "gradient_registry", None) or getattr(ops, "_gradient_registry", None)
        self._registered = getattr(registry, "_registry", ())

    def _attach_tracing(self, module):
        for owner, name in (
            (module, "_create_concrete_function"),
            (getattr(module, "TracingCompiler", None), "_create_concrete_function"),
            (getattr(module, "Function", None), "_create_graph_function"),
        ):
            if owner is not None and self.probe.patch(owner, name, "AROUND", self.traces.begin, self.traces.end):
                return

    def _attach_both(self, module):
        """In older versions, TF 1.15 among them, traces are made, and concrete functions called, in one module."""
        self._attach_tracing(module)
        self._attach_concrete(module)

    def _attach_concrete(self, module):
        """One trace, called directly: the signature of a loaded model."""
        concrete = getattr(module, "ConcreteFunction", None)
        if concrete is not None and concrete.__module__ == module.__name__:
            parts = self.work.unit("function_calls") + (self.probe.shapes.note, 1)
            self.probe.patch(concrete, "__call__", "SHAPED", *parts)

    def _attach_function(self, module):
        function = getattr(module, "Function", None)
        if function is None or function.__module__ != module.__name__:
            return
        self.probe.patch(function, "__init__", "OBSERVE", self._function_made)
        template = CALL if hasattr(function, "experimental_get_compiler_ir") else "WORK"
        parts = self.work.unit("function_calls")
        if template is CALL:
            parts += (self.probe.shapes.note, self.traces.origin)
        self.probe.patch(function, "__call__", template, *parts)

    def _function_made(self, args, kwargs, result):
        function = args[0]
        origin = self.traces.origin(function._python_function)
        self.traces.function_made(origin)
        self.births.born("function", function, flag="%s:%s:%d" % (origin[0], origin[1], origin[2]))

    def read(self, out):
        """A few lengths."""
        out["function.live"] = len(self.births.live["function"])
        out["function.traces"] = self.traces.total
        out["function.compiled_shapes"] = self.probe.shapes.count(compiled=True)
        out["registry.gradients"] = len(self._registered)
        out["work.shapes"] = self.probe.shapes.count(compiled=False)
