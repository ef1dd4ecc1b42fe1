"""Traces of `tf.function`: how often each function was traced, from where, and which argument made it happen again."""

from __future__ import annotations

import functools
import itertools
import re
import types
import weakref

from tensorleak_probe import plain
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any, Callable, Protocol

    from tensorleak_probe.sites import Sites
    from tensorleak_probe.vocabulary import Args, Kwargs, Record, Thing

    Atom = tuple[str, str, Any]  # kind, what may be told, what is compared
    Origin = tuple[str, str, int]  # name, file and line of a user's function
    Signature = dict[str, list[Atom]]  # by name of the argument
    Reason = tuple[str, str, str, str]  # kind, argument, before, after

    class HasSites(Protocol):
        """The part of a probe that traces need."""

        @property
        def sites(self) -> Sites:
            """Names the user's line."""


MAX_FUNCTIONS = 2000
MAX_IDENTITIES = 10000
REMEMBERED = 8
MAX_OPEN = 64  # traces that one thread is in the middle of
LITERALS = (bool, int, float, complex, str, bytes)
FRAMEWORK_PACKAGES = ("tensorflow", "tensorflow_core", "keras", "tf_keras")
WRAPPED = ("__wrapped__", "_python_function", "python_function", "func")
ATOM = re.compile(
    r"TensorSpec\(shape=(?P<shape><unknown>|\([^)]*\)|None), dtype=(?P<dtype>[\w.]+)|Literal\[(?P<literal>.*?)\](?=[,\]})]|$)"
    r"|(?P<object>Weakref\[[^\]]*\]|VariableSpec\([^)]*\)|RaggedTensorSpec\(.*?\)|<[^>]*>)"
)


def _wrapped(function: Any) -> Any:
    """The function one layer below, as the wrapper stores it; None at the bottom. Nothing of the program's is called.

    Up to TensorFlow 2.12 every trace puts one more wrapper of AutoGraph between `_decorated_target` and the function, without
    end; `__original_wrapped__` is the function that was wrapped at first.
    """
    kind = type(function)
    if kind is types.MethodType:
        return function.__func__
    if kind is functools.partial:
        return function.func
    first = plain.attribute(function, "__original_wrapped__")
    if first is not None:
        return first
    decorator = plain.attribute(function, "_tf_decorator")
    target = plain.attribute(decorator, "_decorated_target") if decorator is not None else None
    if target is not None:
        return target
    return next((found for found in (plain.attribute(function, name) for name in WRAPPED) if found is not None), None)


def unwrap(function: Any, to_method: bool = False) -> Any:
    """The user's function under the wrappers of `tf.function`, Keras and functools; `to_method` stops at a bound method."""
    for _ in range(12):
        if to_method and type(function) is types.MethodType:
            break
        inner = _wrapped(function)
        if type(inner) is weakref.ref:
            inner = inner()
        if inner is None or inner is function:
            break
        function = inner
    return function


def code_of(function: Any) -> CodeType | None:
    """The code behind a callable, or None."""
    function = unwrap(function)
    if type(function) is types.FunctionType:
        return function.__code__
    for base in plain.mro(type(function)):
        call = plain.class_names(base).get("__call__")
        if call is not None:
            return call.__code__ if type(call) is types.FunctionType else None
    return None


def literal_type(text: str) -> str:
    """The Python type behind a literal's text; the value itself is never kept."""
    if text in ("True", "False"):
        return "bool"
    if text == "None":
        return "None"
    try:
        int(text)
        return "int"
    except ValueError as error:
        pass_on(error)
    try:
        float(text)
        return "float"
    except ValueError as error:
        pass_on(error)
        return "str" if text[:1] in "'\"" or text[:1].isalpha() else "value"


def atoms_of_text(text: str) -> list[Atom]:
    """The parts of a type constraint that can differ: (kind, what may be told, what is compared)."""
    found: list[Atom] = []
    for match in ATOM.finditer(text):
        if match.group("shape") is not None:
            dtype = match.group("dtype").replace("tf.", "")
            found.append(("tensor", "%s%s" % (dtype, match.group("shape").replace(" ", "")), match.group(0)))
        elif match.group("literal") is not None:
            found.append(("value", literal_type(match.group("literal")), hash(match.group("literal"))))
        else:
            found.append(
                (
                    "object",
                    match.group("object").split("[")[0].split("(")[0].strip("<"),
                    hash(match.group("object")),
                )
            )
    return found


def atoms_of_type(constraint: Any, depth: int = 0) -> list[Atom]:
    """The same of a type constraint itself, read part by part: its text would contain the `repr` of the program's objects."""
    kind = type(constraint)
    label = plain.name(kind)
    if plain.module(kind).split(".")[0] not in FRAMEWORK_PACKAGES:
        return [("object", label, identity(constraint))]
    if label == "Literal":
        return _literal(plain.attribute(constraint, "value"))
    if label == "Weakref":
        target = plain.attribute(constraint, "_ref")
        target = target() if type(target) is weakref.ref else None
        return [("object", plain.name(type(target)), identity(target) if target is not None else identity(constraint))]
    parts = plain.attribute(constraint, "components")
    if parts is None:
        parts = plain.attribute(constraint, "components_tuple")
    mapping = plain.attribute(constraint, "mapping")
    shape: Any = None  # how many parts there are; of a mapping its keys, too
    if depth < 6 and type(mapping) is dict:
        parts, shape = list(mapping.values()), keys_of(mapping)
    if depth < 6 and plain.is_one_of(type(parts), (tuple, list)):
        shape = len(parts) if shape is None else shape
        return [("structure", label, shape)] + [atom for part in parts for atom in atoms_of_type(part, depth + 1)]
    described = str(constraint)
    shape, dtype = (plain.attribute(constraint, name) for name in ("_shape", "_dtype"))
    if shape is not None and dtype is not None:  # of a tensor, or of one that is made of several: ragged, sparse
        return [("tensor", "%s%s" % (getattr(dtype, "name", dtype), str(shape).replace(" ", "")), described)]
    return atoms_of_text(described) or [("object", label, identity(constraint))]


def keys_of(mapping: Thing) -> tuple[int, int]:
    """What tells the structure of a dict from another's: its keys, of which nothing but a hash is kept."""
    keys = list(dict.keys(mapping))
    known = [hash(key) if plain.is_one_of(type(key), (str, int)) else identity(key) for key in keys]
    return len(keys), hash(frozenset(known))


def _literal(value: Any) -> list[Atom]:
    """A literal by its type; the value itself is compared and never kept."""
    kind = type(value)
    if value is None or plain.is_one_of(kind, LITERALS):
        return [("value", "None" if value is None else kind.__name__, hash(repr(value)))]
    return [("value", plain.name(kind), identity(value))]


class Identities:
    """Numbers for objects that no later object is given: an address is used again once its object is dead."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[list[weakref.ref[Any]], int]] = {}
        self._serials = itertools.count(1)

    def __call__(self, value: Any, witness: Any = None) -> int:
        """The number of an object; its address where nothing can be referred to weakly.

        A witness lives as long as the object, for one that takes no weak references; it may be another one at each call.
        """
        key, witness = id(value), value if witness is None else witness
        references, serial = self._known.get(key, ([], 0))
        living = [reference() for reference in references]
        if any(one is not None for one in living):
            if not any(one is witness for one in living):
                self._watch(key, witness, references)
            return serial
        if len(self._known) >= MAX_IDENTITIES:
            return key
        references = []
        if not self._watch(key, witness, references):
            return key
        serial = -next(self._serials)  # addresses are positive
        self._known[key] = references, serial
        return serial

    def _watch(self, key: int, witness: Any, references: list[weakref.ref[Any]]) -> bool:
        try:
            references.append(weakref.ref(witness, lambda dead: self._forget(key, dead)))
        except TypeError as error:
            pass_on(error)
            return False
        return True

    def _forget(self, key: int, dead: weakref.ref[Any]) -> None:
        known = self._known.get(key, ([], 0))[0]
        references = [reference for reference in known if reference is not dead]
        if len(references) < len(known):
            known[:] = references
            if not references:
                del self._known[key]


identity = Identities()


def _is_trusted(module: str) -> bool:
    """Whether a module's own properties may be asked."""
    return module.split(".")[0] in FRAMEWORK_PACKAGES or module.split(".")[0] == "numpy"


def atoms_of_value(value: Any, depth: int = 0) -> list[Atom]:
    """The same for a live argument, in versions that hand over arguments instead of types."""
    kind = type(value)
    if depth < 4 and issubclass(kind, (tuple, list)):
        parts = list(plain.values(value))
        return [("structure", plain.name(kind), len(parts))] + [
            atom for part in parts for atom in atoms_of_value(part, depth + 1)
        ]
    if depth < 4 and issubclass(kind, dict):
        parts = list(plain.values(value))
        return [("structure", "dict", keys_of(value))] + [
            atom for part in parts for atom in atoms_of_value(part, depth + 1)
        ]
    if value is None or plain.is_one_of(kind, LITERALS):
        return [("value", kind.__name__, hash(repr(value)))]
    if not _is_trusted(plain.module(kind)):
        return [("object", plain.name(kind), identity(value))]
    shape, dtype = plain.computed(value, "shape", _is_trusted), plain.computed(value, "dtype", _is_trusted)
    if shape is None or dtype is None:
        return [("object", plain.name(kind), identity(value))]
    if plain.module(kind) == "numpy" and plain.name(kind) != "ndarray":
        return [("value", "numpy " + str(dtype), hash(repr(value)))]
    name = "%s%s" % (getattr(dtype, "name", dtype), str(shape).replace(" ", ""))
    if "Variable" in plain.name(kind):
        return [("object", name, identity(value))]
    return [("tensor", name, name)]


def difference(old: Signature, new: Signature) -> tuple[int, str, str, str, str]:
    """How two signatures differ: (number of differences, argument, kind, before, after)."""
    count, first = 0, None
    for name, atoms in new.items():
        earlier = old.get(name)
        if earlier is None or len(earlier) != len(atoms):
            count += 1
            first = first or (name, "structure", "", "")
            continue
        for before, after in zip(earlier, atoms):
            if before[2] != after[2] or before[0] != after[0]:
                count += 1
                first = first or (name,) + classify(before, after)
    return (count,) + (first or ("", "same", "", ""))


def classify(before: Atom, after: Atom) -> tuple[str, str, str]:
    """Names one differing part: value, shape, dtype, object or structure."""
    if before[0] != after[0]:
        return "structure", before[1], after[1]
    if after[0] == "tensor":
        same_dtype = before[1].split("(")[0] == after[1].split("(")[0]
        return ("shape" if same_dtype else "dtype"), before[1], after[1]
    if after[0] == "value" and before[1] != after[1]:
        return "value", before[1], after[1]
    return after[0], before[1], after[1]


class OpenTrace:
    """A trace that is being made, and what it has taken so far; one that was not weighed counts for what the function's others took."""

    __slots__ = ("_before", "_bytes", "_row", "_seconds", "_started", "frame")

    def __init__(self, frame: int, row: dict[str, Any], in_use: int | None) -> None:
        self.frame = frame
        self._row = row
        self._before, self._started = in_use, system.clock()
        self._bytes: float | None = None
        self._seconds = 0.0

    def measure(self, in_use: int | None) -> None:
        """Brings the function's row up to what the trace has taken until now."""
        row, seconds = self._row, system.clock() - self._started
        row["seconds"] += seconds - self._seconds
        self._seconds = seconds
        if in_use is not None and self._before is not None:
            nbytes: float = max(0, in_use - self._before)
        elif self._bytes is None:
            nbytes = row["bytes"] / max(1, row["measured"])
        else:
            return
        row["measured"] += self._bytes is None
        row["bytes"] += nbytes - (self._bytes or 0.0)
        self._bytes = nbytes


class Traces:
    """Cumulative trace counts per user function, with reasons, sites and the memory that tracing took."""

    def __init__(self, probe: HasSites) -> None:
        self._probe = probe
        self._functions: dict[Origin, dict[str, Any]] = {}
        self._open: dict[int, list[OpenTrace]] = {}  # thread → traces that it is in the middle of
        self.places: set[int | None] = set()  # ids of the code objects that make traces
        self.total = 0
        self.weigh: Callable[[], int | None] = lambda: None

    def origin(self, function: Any) -> Origin:
        """(name, file, line) of the user's function."""
        code = code_of(function)
        if code is None:
            return (plain.name(type(unwrap(function))), "?", 0)
        return (code.co_name, code.co_filename, code.co_firstlineno)

    def function_made(self, origin: Origin) -> None:
        """A new `tf.function` object around the same code: its first trace is no retrace."""
        row = self._row(origin)
        if row is not None:
            row["made"] += 1

    def _row(self, origin: Origin) -> dict[str, Any] | None:
        row = self._functions.get(origin)
        if row is None and len(self._functions) < MAX_FUNCTIONS:
            row = self._functions[origin] = {
                "traces": 0,
                "made": 0,
                "made_at_last": -1,
                "bytes": 0.0,
                "measured": 0,
                "seconds": 0.0,
                "reasons": {},
                "sites": {},
                "recent": [],
                "jit": False,
                "library": self._probe.sites.kind(origin[1]) != "user",
            }
        return row

    def begin(self, args: Args, kwargs: Kwargs) -> None:
        """A trace begins: its signature is compared with the nearest earlier one of the same function."""
        self.total += 1
        origin, signature = self._signature(args, kwargs)
        row = self._row(origin)
        if row is None:
            return
        row["traces"] += 1
        reason = self._reason(row, signature)
        site = self._probe.sites.here()
        for table, key in ((row["reasons"], reason), (row["sites"], site)):
            if key in table or len(table) < 24:
                table[key] = table.get(key, 0) + 1
        row["made_at_last"] = row["made"]
        frames = self._frames_of_traces()
        if not frames:
            return
        under_way = [trace for trace in self._open.get(system.thread_id(), ()) if trace.frame in frames[1:]]
        if len(under_way) < MAX_OPEN and len(self._open) < MAX_FUNCTIONS:
            self._open[system.thread_id()] = under_way + [OpenTrace(frames[0], row, self.weigh())]

    def end(self, args: Args, kwargs: Kwargs) -> None:
        """A concrete function is being made: what tracing took so far is known. The last one that a trace makes is its own."""
        under_way = self._open.get(system.thread_id())
        if not under_way:
            return
        frames = self._frames_of_traces()
        under_way = [trace for trace in under_way if trace.frame in frames]  # the others are over
        if under_way and under_way[-1].frame == frames[0]:
            under_way[-1].measure(self.weigh())
        if under_way:
            self._open[system.thread_id()] = under_way
        else:
            del self._open[system.thread_id()]

    def _frames_of_traces(self) -> list[int]:
        """The ids of the frames in which this thread is making traces, innermost first."""
        frame: FrameType | None = system.frame(1)
        found = []
        while frame is not None:
            if id(frame.f_code) in self.places:
                found.append(id(frame))
            frame = frame.f_back
        return found

    def _signature(self, args: Args, kwargs: Kwargs) -> tuple[Origin, Signature]:
        if len(args) == 4 and hasattr(args[3], "python_function"):  # 2.14 and later
            parameters = args[0].parameters
            return self.origin(args[3].python_function), {
                name: atoms_of_type(p.type_constraint) for name, p in parameters.items()
            }
        owner = args[0]
        values = args[1] if len(args) > 1 else kwargs.get("args")
        named = args[2] if len(args) > 2 else kwargs.get("kwargs")
        function = owner._python_function
        names = self._parameter_names(function)
        signature = {
            names[i] if i < len(names) else "argument %d" % i: atoms_of_value(value)
            for i, value in enumerate(values or ())
        }
        signature.update({str(name): atoms_of_value(value) for name, value in (named or {}).items()})
        return self.origin(function), signature

    @staticmethod
    def _parameter_names(function: Any) -> tuple[str, ...]:
        """The names of the arguments that a trace is handed: a bound method's come without its object."""
        method = unwrap(function, to_method=True)
        code = code_of(method)
        if code is None:
            return ()
        return code.co_varnames[1 if type(method) is types.MethodType else 0 : code.co_argcount]

    @staticmethod
    def _reason(row: dict[str, Any], signature: Signature) -> Reason:
        if not row["recent"]:
            reason = ("first", "", "", "")
        elif row["made"] > row["made_at_last"] >= 0:
            reason = ("new-function", "", "", "")
        else:
            _, argument, kind, before, after = min(difference(old, signature) for old in row["recent"])
            reason = (
                (kind, argument, before, after)
                if kind in ("shape", "dtype", "structure")
                else (kind, argument, "", after)
            )
        row["recent"] = (row["recent"] + [signature])[-REMEMBERED:]
        if reason[0] == "shape" and len(row["reasons"]) >= 8:
            reason = ("shape", reason[1], "", "")
        return reason

    def rows(self) -> list[Record]:
        """One record per function for the tally: traces, bytes and seconds since the start, with reasons and sites."""
        return [
            {
                "name": origin[0],
                "file": origin[1],
                "line": origin[2],
                "traces": row["traces"],
                "made": row["made"],
                "bytes": round(row["bytes"]),
                "library": row["library"],
                "seconds": round(row["seconds"], 4),
                "reasons": [list(reason) + [count] for reason, count in list(row["reasons"].items())],
                "sites": [[site, count] for site, count in list(row["sites"].items())],
            }
            for origin, row in list(self._functions.items())
        ]
