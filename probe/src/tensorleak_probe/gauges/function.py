"""`tf.function`: live functions, traces with their reasons, and shapes compiled by XLA."""

from tensorleak_probe.gauges.base import Gauge

CALL = """
def make(original, local, done, compiled):
    def {name}(self, *args, **kwargs):
        if local.busy:
            return original(self, *args, **kwargs)
        if self._jit_compile:
            compiled(self, args, kwargs)
        local.busy = True
        try:
            return original(self, *args, **kwargs)
        finally:
            local.busy = False
            done()
    return {name}
"""
MAX_SHAPES = 20000


class FunctionGauge(Gauge):
    """`function.live`, `function.traces`, `function.compiled_shapes`."""

    def __init__(self, probe):
        super().__init__(probe)
        self.traces = probe.traces
        self._shapes = {}

    def hooks(self):
        """The one place that every trace passes, by version, and the class that users call."""
        eager = "tensorflow.python.eager."
        return {
            eager + "polymorphic_function.tracing_compilation": self._attach_tracing,
            eager + "polymorphic_function.tracing_compiler": self._attach_tracing,
            eager + "function": self._attach_tracing,
            eager + "polymorphic_function.polymorphic_function": self._attach_function,
            eager + "def_function": self._attach_function,
        }

    def _attach_tracing(self, module):
        for owner, name in (
            (module, "_create_concrete_function"),
            (getattr(module, "TracingCompiler", None), "_create_concrete_function"),
            (getattr(module, "Function", None), "_create_graph_function"),
        ):
            if owner is not None and self.probe.patch(owner, name, "AROUND", self.traces.begin, self.traces.end):
                return

    def _attach_function(self, module):
        function = getattr(module, "Function", None)
        if function is None or function.__module__ != module.__name__:
            return
        self.probe.patch(function, "__init__", "OBSERVE", self._function_made)
        template = CALL if hasattr(function, "experimental_get_compiler_ir") else "WORK"
        parts = (self.work.local, self.work.counter("function_calls"))
        self.probe.patch(function, "__call__", template, *(parts + (self._compiled,) if template is CALL else parts))

    def _function_made(self, args, kwargs, result):
        function = args[0]
        origin = self.traces.origin(function._python_function)
        self.traces.function_made(origin)
        self.births.born("function", function, flag="%s:%s:%d" % (origin[0], origin[1], origin[2]))

    def _compiled(self, function, args, kwargs):
        """Notes the shapes that a jit-compiled function is called with: XLA compiles each anew."""
        try:
            key = tuple(str(getattr(leaf, "shape", "")) for leaf in args) + tuple(str(getattr(leaf, "shape", "")) for leaf in kwargs.values())
            origin = self.traces.origin(function._python_function)
            shapes = self._shapes.setdefault(origin, [set(), -1])
            if key not in shapes[0] and len(shapes[0]) < MAX_SHAPES:
                shapes[0].add(key)
                shapes[1] = self.probe.sites.here()
        except Exception as error:
            self.probe.fault("compiled shapes", error)

    def read(self, out):
        """Two lengths and a sum."""
        out["function.live"] = len(self.births.live["function"])
        out["function.traces"] = self.traces.total
        if self._shapes:
            out["function.compiled_shapes"] = sum(len(row[0]) for row in list(self._shapes.values()))

    def rows(self):
        """Cumulative table of jit-compiled functions: name, file, line, shapes, last call site."""
        return [list(origin) + [len(row[0]), row[1]] for origin, row in list(self._shapes.items())]
