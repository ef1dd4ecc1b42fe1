"""Traces of `tf.function`: how often each function was traced, from where, and which argument made it happen again."""

import inspect
import itertools
import re
import time
import weakref

MAX_FUNCTIONS = 2000
MAX_IDENTITIES = 10000
REMEMBERED = 8
ATOM = re.compile(
    r"TensorSpec\(shape=(?P<shape><unknown>|\([^)]*\)|None), dtype=(?P<dtype>[\w.]+)|Literal\[(?P<literal>.*?)\](?=[,\]})]|$)"
    r"|(?P<object>Weakref\[[^\]]*\]|VariableSpec\([^)]*\)|RaggedTensorSpec\(.*?\)|<[^>]*>)"
)


def unwrap(function, to_method=False):
    """The user's function under the wrappers of `tf.function`, Keras and functools.

    Up to TensorFlow 2.12 every trace puts one more wrapper of AutoGraph between `decorated_target` and the function, without
    end; `__original_wrapped__` is the function that was wrapped at first. `to_method` stops at a bound method.
    """
    for _ in range(12):
        if to_method and inspect.ismethod(function):
            break
        inner = getattr(function, "__original_wrapped__", None)
        decorator = getattr(function, "_tf_decorator", None)
        if inner is None and decorator is not None:
            inner = getattr(decorator, "decorated_target", None)
        for name in ("__wrapped__", "func", "__func__"):
            inner = inner or getattr(function, name, None)
        if isinstance(inner, weakref.ref):
            inner = inner()
        if inner is None or inner is function:
            break
        function = inner
    return function


def literal_type(text):
    """The Python type behind a literal's text; the value itself is never kept."""
    if text in ("True", "False"):
        return "bool"
    if text == "None":
        return "None"
    try:
        int(text)
        return "int"
    except ValueError:
        pass
    try:
        float(text)
        return "float"
    except ValueError:
        return "str" if text[:1] in "'\"" or text[:1].isalpha() else "value"


def atoms_of_text(text):
    """The parts of a type constraint that can differ: (kind, what may be told, what is compared)."""
    found = []
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


class Identities:
    """Numbers for objects that no later object is given: an address is used again once its object is dead."""

    def __init__(self):
        self._known = {}
        self._serials = itertools.count(1)

    def __call__(self, value):
        """The number of an object; its address where it cannot be referred to weakly."""
        key = id(value)
        reference, serial = self._known.get(key, (None, 0))
        if reference is not None and reference() is value:
            return serial
        if len(self._known) >= MAX_IDENTITIES:
            return key
        try:
            reference = weakref.ref(value, lambda dead: self._forget(key, dead))
        except TypeError:
            return key
        serial = -next(self._serials)  # addresses are positive
        self._known[key] = reference, serial
        return serial

    def _forget(self, key, dead):
        if self._known.get(key, (None, 0))[0] is dead:
            del self._known[key]


identity = Identities()


def atoms_of_value(value, depth=0):
    """The same for a live argument, in versions that hand over arguments instead of types."""
    if depth < 4 and isinstance(value, (tuple, list)):
        return [("structure", type(value).__name__, len(value))] + [
            atom for part in value for atom in atoms_of_value(part, depth + 1)
        ]
    if depth < 4 and isinstance(value, dict):
        return [("structure", "dict", len(value))] + [
            atom for key in value for atom in atoms_of_value(value[key], depth + 1)
        ]
    shape, dtype = getattr(value, "shape", None), getattr(value, "dtype", None)
    if shape is not None and dtype is not None:
        if type(value).__module__ == "numpy" and type(value).__name__ != "ndarray":
            return [("value", "numpy " + str(dtype), hash(repr(value)))]
        name = "%s%s" % (getattr(dtype, "name", dtype), str(shape).replace(" ", ""))
        kind = "object" if "Variable" in type(value).__name__ else "tensor"
        return [(kind, name, name if kind == "tensor" else identity(value))]
    if value is None or isinstance(value, (bool, int, float, str, bytes)):
        return [("value", type(value).__name__, hash(repr(value)))]
    return [("object", type(value).__name__, identity(value))]


def difference(old, new):
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


def classify(before, after):
    """Names one differing part: value, shape, dtype, object or structure."""
    if before[0] != after[0]:
        return "structure", before[1], after[1]
    if after[0] == "tensor":
        same_dtype = before[1].split("(")[0] == after[1].split("(")[0]
        return ("shape" if same_dtype else "dtype"), before[1], after[1]
    if after[0] == "value" and before[1] != after[1]:
        return "value", before[1], after[1]
    return after[0], before[1], after[1]


class Traces:
    """Cumulative trace counts per user function, with reasons, sites and the memory that tracing took."""

    def __init__(self, probe):
        self._probe = probe
        self._functions = {}
        self._origins = {}
        self.total = 0
        self.in_use = lambda: 0

    def origin(self, function):
        """(name, file, line) of the user's function."""
        function = unwrap(function)
        code = getattr(function, "__code__", None)
        if code is None:
            call = getattr(type(function), "__call__", None)
            code = getattr(call, "__code__", None)
        if code is None:
            return (type(function).__name__, "?", 0)
        return (code.co_name, code.co_filename, code.co_firstlineno)

    def function_made(self, origin):
        """A new `tf.function` object around the same code: its first trace is no retrace."""
        row = self._row(origin)
        if row is not None:
            row["made"] += 1

    def _row(self, origin):
        row = self._functions.get(origin)
        if row is None and len(self._functions) < MAX_FUNCTIONS:
            row = self._functions[origin] = {
                "traces": 0,
                "made": 0,
                "made_at_last": -1,
                "bytes": 0,
                "seconds": 0.0,
                "reasons": {},
                "sites": {},
                "recent": [],
                "jit": False,
                "library": self._probe.sites.kind(origin[1]) != "user",
            }
        return row

    def begin(self, args, kwargs):
        """Before a trace: its signature, compared with the nearest earlier one of the same function."""
        self.total += 1
        try:
            origin, signature = self._signature(args, kwargs)
            row = self._row(origin)
            if row is None:
                return None
            row["traces"] += 1
            reason = self._reason(row, signature)
            site = self._probe.sites.here()
            for table, key in ((row["reasons"], reason), (row["sites"], site)):
                if key in table or len(table) < 24:
                    table[key] = table.get(key, 0) + 1
            row["made_at_last"] = row["made"]
            return row, self.in_use(), time.perf_counter()
        except Exception as error:
            self._probe.fault("trace", error)
            return None

    def end(self, token):
        """After a trace: what it took."""
        if token is not None:
            row, before, started = token
            row["bytes"] += max(0, self.in_use() - before)
            row["seconds"] += time.perf_counter() - started

    def _signature(self, args, kwargs):
        if len(args) == 4 and hasattr(args[3], "python_function"):  # 2.14 and later
            parameters = args[0].parameters
            return self.origin(args[3].python_function), {
                name: atoms_of_text(str(p.type_constraint)) for name, p in parameters.items()
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
    def _parameter_names(function):
        """The names of the arguments that a trace is handed: a bound method's come without its object."""
        method = unwrap(function, to_method=True)
        code = getattr(unwrap(method), "__code__", None)
        if code is None:
            return ()
        return code.co_varnames[1 if inspect.ismethod(method) else 0 : code.co_argcount]

    @staticmethod
    def _reason(row, signature):
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

    def rows(self):
        """Cumulative table for the tally."""
        return [
            {
                "name": origin[0],
                "file": origin[1],
                "line": origin[2],
                "traces": row["traces"],
                "made": row["made"],
                "bytes": row["bytes"],
                "library": row["library"],
                "seconds": round(row["seconds"], 4),
                "reasons": [list(reason) + [count] for reason, count in list(row["reasons"].items())],
                "sites": [[site, count] for site, count in list(row["sites"].items())],
            }
            for origin, row in list(self._functions.items())
        ]
