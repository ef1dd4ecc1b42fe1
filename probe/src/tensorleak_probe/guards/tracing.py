"""Listens at the one place that every trace of a `tf.function` passes, whatever the version."""

from __future__ import annotations

import functools
import importlib
import re
import threading
import weakref

from tensorleak_probe import entries, forks, plain
from tensorleak_probe.guards.runtime import sites, user_site
from tensorleak_probe.traces import Traces, atoms_of_text, atoms_of_value, identity, unwrap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    from tensorleak_probe.vocabulary import Args, Kwargs

HOOK_POINTS = (
    ("tensorflow.python.eager.polymorphic_function.tracing_compilation", None, "_create_concrete_function"),
    ("tensorflow.python.eager.polymorphic_function.tracing_compiler", "TracingCompiler", "_create_concrete_function"),
    ("tensorflow.python.eager.function", "Function", "_create_graph_function"),
)

TENSOR = re.compile(r"TensorSpec\(shape=(\([^)]*\)|<unknown>|None), dtype=tf\.(\w+), name=[^)]*\)")
WEAK = re.compile(r"Weakref\[<[^>]*to '([^']*)'[^>]*>\]\)?")

listeners: list[
    Callable[[TraceEvent], object]
] = []  # called with each TraceEvent, in the thread that traces; what they raise stops the trace
_hooked: dict[int, entries.Entry] = {}  # address of a function → its entry
_lock = forks.Lock()
_local = threading.local()


class _Host:
    """What `Traces` needs of a probe."""

    sites = sites()

    @staticmethod
    def fault(place: str, error: BaseException) -> None:
        """A trace that cannot be described is not judged."""


_traces = Traces(_Host)


class TraceEvent:
    """One trace that is about to be made: of what, with which signature, asked for by which line."""

    def __init__(self, args: Args, kwargs: Kwargs) -> None:
        modern = len(args) == 4 and hasattr(args[3], "python_function")  # 2.14 and later
        function = args[3].python_function if modern else args[0]._python_function
        self.origin = _traces.origin(function)
        parts = types_by_name(args[0]) if modern else values_by_name(function, args, kwargs)
        atoms = atoms_of_text if modern else atoms_of_value
        self.signature = {name: atoms(part) for name, part in parts.items()}
        self.texts = {name: shortened(part if modern else text_of_value(part)) for name, part in parts.items()}
        self.marks = {name: hash(part) for name, part in parts.items()} if modern else {}  # nesting shows only here
        self.code = getattr(unwrap(function), "__code__", None)
        # Another one may get its address; a cache takes no weak references, and the options that come with it do.
        self.owner = identity(args[3].function_cache, args[3]) if modern else identity(args[0])
        self.second_half = "NO_VARIABLE_CREATION" in str(args[3].scope_type) if modern else forbids_variables(function)
        self.key = tuple((name, tuple(map(repr, atoms))) for name, atoms in self.signature.items())
        self.site = user_site()


def types_by_name(function_type: Any) -> dict[str, str]:
    """Each argument's type, in TensorFlow's own words."""
    return {name: str(part.type_constraint) for name, part in function_type.parameters.items()}


def values_by_name(function: Any, args: Args, kwargs: Kwargs) -> dict[str, Any]:
    """Each argument itself, in versions that hand those over."""
    values = args[1] if len(args) > 1 else kwargs.get("args")
    named = args[2] if len(args) > 2 else kwargs.get("kwargs")
    code = getattr(unwrap(function), "__code__", None)
    names = code.co_varnames[: code.co_argcount] if code is not None else ()
    if bound_instance(function) is not None:
        names = names[1:]
    parts = {
        names[place] if place < len(names) else "argument %d" % place: value for place, value in enumerate(values or ())
    }
    parts.update({str(name): value for name, value in (named or {}).items()})
    return parts


def text_of_value(value: Any) -> str:
    """A number or string as it is, everything else by its type."""
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return repr(value)
    if isinstance(value, (list, tuple)) and len(value) <= 8:
        return "[%s]" % ", ".join(map(text_of_value, value))
    return type(value).__name__


def shortened(text: str) -> str:
    """Short enough for an error message, and without TensorFlow's wrapping."""
    if text.startswith("Literal[") and text.endswith("]"):
        text = text[len("Literal[") : -1]
    text = TENSOR.sub(r"\2\1", WEAK.sub(r"\1", text))
    return text if len(text) <= 60 else text[:57] + "..."


def forbids_variables(function: Any) -> bool:
    """Whether this is the second trace of a first call, which may make no variables: in versions before 2.14."""
    for cell in getattr(function, "__closure__", None) or ():
        try:
            if getattr(cell.cell_contents, "__name__", "") == "invalid_creator_scope":
                return True
        except ValueError:  # an empty cell
            pass
    return False


def _before(args: Args, kwargs: Kwargs | None) -> None:
    if len(listeners) == 1 and not getattr(_local, "calls", None):
        return
    try:
        event = TraceEvent(args, kwargs or {})
    except Exception as error:
        _Host.fault("trace", error)
        return
    for listener in list(listeners):
        listener(event)


def hook() -> None:
    """Hooks the place where traces are made, for good: without listeners it costs nothing beside a trace."""
    with _lock:
        owner, name = _hook_point()
        function = plain.class_names(owner)[name] if plain.is_class(owner) else vars(owner)[name]
        entry = _hooked.get(id(function))
        if entry is None or not entry.installed():
            try:
                _hooked[id(function)] = entries.add(function, _before)
            except entries.RefusedError as error:
                raise RuntimeError("traces cannot be watched on this interpreter: %s" % error)


def _hook_point() -> tuple[Any, str]:
    import tensorflow  # noqa: F401  the submodules below are reached through it

    for module_name, class_name, name in HOOK_POINTS:
        try:
            module = importlib.import_module(module_name)
        except ImportError:
            continue
        owner = module if class_name is None else getattr(module, class_name, None)
        if hasattr(owner, name):
            return owner, name
    raise RuntimeError("this version of TensorFlow makes its traces in a place that Tensorleak does not know")


def _tell_guards(event: TraceEvent) -> None:
    """Tells every guard whose call of this very function is under way in this thread."""
    for guard in reversed(getattr(_local, "calls", ())):
        if guard.code is event.code:
            guard.tracing(event)


listeners.append(_tell_guards)


class FunctionGuard:
    """A `tf.function` with a guard around its calls; everything else of it is reached as before."""

    autograph_info__: dict[str, Any] = {}  # AutoGraph calls what carries this name as it is, instead of rewriting it

    def __init__(self, function: Any) -> None:
        self.function = as_function(function)
        self.code = getattr(unwrap(self.function), "__code__", None)
        self.instance: weakref.ref[Any] | None = None
        self._bound: dict[int, tuple[weakref.ref[Any], FunctionGuard]] = {}
        functools.update_wrapper(self, function, updated=())
        hook()

    def tracing(self, event: TraceEvent) -> None:
        """Called when a call of this guard is about to trace."""
        raise NotImplementedError

    def again(self, function: Any) -> FunctionGuard:
        """The same guard around a method of one instance."""
        raise NotImplementedError

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the function."""
        return self.watched(self.function, args, kwargs)

    def get_concrete_function(self, *args: Any, **kwargs: Any) -> Any:
        """The same as of a `tf.function`; a trace that it makes counts."""
        return self.watched(self.function.get_concrete_function, args, kwargs)

    def watched(self, function: Any, args: Args, kwargs: Kwargs) -> Any:
        """Calls, and hears of every trace meanwhile."""
        calls = _local.__dict__.setdefault("calls", [])
        calls.append(self)
        try:
            return function(*args, **kwargs)
        finally:
            calls.pop()

    def __get__(self, instance: Any, owner: type | None = None) -> Any:
        if instance is None:
            return self
        key = id(instance)
        known = self._bound.get(key)
        if known is None or known[0]() is not instance:
            method = self.function.__get__(instance, owner)
            guard = self.again(method.guard if isinstance(method, BoundGuard) else method)
            guard.instance = weakref.ref(instance)
            known = self._bound[key] = (weakref.ref(instance, lambda _: self._bound.pop(key, None)), guard)
        return BoundGuard(known[1], instance)

    def __getattr__(self, name: str) -> Any:
        if name == "function":  # while being made or copied
            raise AttributeError(name)
        return getattr(self.function, name)


class BoundGuard:
    """A guard on its way to a call: keeps the instance alive until then, as a bound method does."""

    autograph_info__: dict[str, Any] = {}

    def __init__(self, guard: FunctionGuard, instance: Any) -> None:
        self.guard = guard
        self.__self__ = instance

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Calls the guarded method."""
        return self.guard(*args, **kwargs)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.guard, name)


def bound_instance(function: Any) -> weakref.ref[Any] | None:
    """A weak reference to the `self` of a bound method, under whatever wraps it; None for a plain function."""
    for _ in range(12):
        found = getattr(function, "__self__", None)
        found = getattr(found, "weakrefself_target__", found)
        if found is not None and type(found).__name__ != "module":
            return found if isinstance(found, weakref.ref) else weakref.ref(found)
        decorator = getattr(function, "_tf_decorator", None)
        inner = getattr(function, "python_function", None) or getattr(decorator, "decorated_target", None)
        for name in ("_python_function", "__original_wrapped__", "__wrapped__"):
            inner = inner or getattr(function, name, None)
        if inner is None or inner is function:
            return None
        function = inner
    return None


def as_function(function: Any) -> Any:
    """A `tf.function`: the one given, or one made of a plain function."""
    if hasattr(function, "get_concrete_function"):
        return function
    if not callable(function):
        raise TypeError("%r is no function" % (function,))
    import tensorflow

    return tensorflow.function(function)
