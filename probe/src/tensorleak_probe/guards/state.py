"""Python state that a function reads: closure variables, globals and attributes, found in its code, read without running any."""

from __future__ import annotations

import dis
import types
import weakref

from tensorleak_probe.guards.runtime import is_user_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Frozen = tuple[Any, ...]  # type and text of a value, or type, length and parts of a container
    State = dict[str, Frozen]  # by the name under which the function reads it
    Path = tuple[str, ...]  # where a chain starts, and its names

SCALARS = (bool, int, float, complex, str, bytes, type(None))
CONTAINERS = (list, tuple, dict, set, frozenset)  # TensorFlow wraps those of a tf.Module in subclasses
MAX_DEPTH = 3
MAX_FUNCTIONS = 40
MAX_PATHS = 200
MAX_ITEMS = 100
MAX_TEXT = 200
ABSENT = object()


def freeze(value: Any, depth: int = 0) -> Frozen | None:
    """A small comparable picture of a number, a string or a container of them; None for anything else."""
    if isinstance(value, SCALARS):
        text = repr(value)
        return (type(value).__name__, text if len(text) <= MAX_TEXT else "%s... %x" % (text[:40], hash(text)))
    if depth < MAX_DEPTH and isinstance(value, CONTAINERS):
        kind = next(base.__name__ for base in CONTAINERS if isinstance(value, base))
        items = sorted(value, key=repr) if isinstance(value, (set, frozenset)) else value
        if isinstance(value, dict):
            items = [part for pair in list(value.items())[:MAX_ITEMS] for part in pair]
        parts = tuple(freeze(item, depth + 1) or type(item).__name__ for item in list(items)[: 2 * MAX_ITEMS])
        return (kind, len(value), parts)
    return None


def show(frozen: Frozen | str) -> str:
    """The picture as text, short enough for an error message."""
    if isinstance(frozen, str):
        return "<%s>" % frozen
    if len(frozen) == 2:
        text: str = frozen[1]
    else:
        kind, size, parts = frozen
        shown = [show(part) for part in parts[:6]]
        if kind == "dict":
            shown = ["%s: %s" % pair for pair in zip(shown[::2], shown[1::2])]
        text = "%s of %d: %s%s" % (kind, size, ", ".join(shown), ", ..." if len(parts) > 6 else "")
    return text if len(text) <= 80 else text[:77] + "..."


def paths_of(code: types.CodeType) -> list[Path]:
    """What the code reads: chains such as ("global", "config", "rate"), ("cell", "scale"), ("local", "self", "rate")."""
    found: list[Path] = []
    chain: Path | None = None
    for instruction in dis.get_instructions(code):
        name = instruction.opname
        if name.startswith(("LOAD_ATTR", "LOAD_METHOD")):
            chain = chain + (str(instruction.argval),) if chain else None
        elif name in ("LOAD_GLOBAL", "LOAD_NAME"):
            chain = ("global", instruction.argval)
        elif name in ("LOAD_DEREF", "LOAD_CLASSDEREF"):
            chain = ("cell", instruction.argval)
        elif name.startswith("LOAD_FAST"):
            local = instruction.argval
            chain = ("local", local[-1] if isinstance(local, tuple) else local)
        else:
            chain = None
        if chain and chain not in found:
            found.append(chain)
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):  # a lambda or comprehension inside
            found += [path for path in paths_of(constant) if path[0] != "local" and path not in found]
    return found


def attribute(value: Any, name: str) -> Any:
    """An attribute as it is stored; properties and other code of the user's are not run."""
    own = getattr(value, "__dict__", None) if not isinstance(value, type) else None
    if isinstance(own, dict) and name in own:
        return own[name]
    for cls in (value if isinstance(value, type) else type(value)).__mro__:
        if name in cls.__dict__:
            found = cls.__dict__[name]
            if isinstance(found, types.FunctionType) or not hasattr(type(found), "__get__"):
                return found
            return ABSENT
    return ABSENT


class StatePlan:
    """Where the state of one function is to be found; knows functions and cells, never an instance."""

    def __init__(self, function: Any, instance: Any = None) -> None:
        self._places: dict[str, tuple[Any, list[str]]] = {}  # label -> (root, names)
        self._seen: set[types.CodeType] = set()
        self._collect(function, self_of(function, instance), MAX_DEPTH)

    def read(self, instance: Any = None) -> State:
        """Label -> picture of everything that can be told now."""
        owner = instance() if isinstance(instance, weakref.ref) else instance
        state = {}
        for label, (root, names) in self._places.items():
            frozen = freeze(resolve(root, names, owner))
            if frozen is not None:
                state[label] = frozen
        return state

    def _collect(self, function: Any, owner: Any, depth: int) -> None:
        code = getattr(function, "__code__", None)
        if code is None or code in self._seen or len(self._seen) >= MAX_FUNCTIONS:
            return
        self._seen.add(code)
        cells = dict(zip(code.co_freevars, function.__closure__ or ()))
        first = code.co_varnames[0] if code.co_argcount and owner is not None else None
        for kind, name, *names in paths_of(code):
            root = root_of(kind, name, function, cells, first)
            if root is None or len(self._places) >= MAX_PATHS:
                continue
            if root is not OWNER or names:
                self._places.setdefault(".".join([name, *names]), (root, names))
                self._follow(resolve(root, names, owner), owner if root is OWNER else None, depth)

    def _follow(self, value: Any, owner: Any, depth: int) -> None:
        """Functions of the user's that are called from there are part of the same trace."""
        value = getattr(value, "python_function", value)
        if depth and isinstance(value, types.FunctionType) and is_user_file(value.__code__.co_filename):
            self._collect(value, owner, depth - 1)


OWNER = "the instance itself"


def root_of(kind: str, name: str, function: Any, cells: dict[str, Any], first: str | None) -> Any:
    """Where a chain starts: a namespace and name, a cell, or the instance; None for locals and builtins."""
    if kind == "cell":
        return cells.get(name)
    if kind == "local":
        return OWNER if name == first else None
    return (function.__globals__, name) if name in function.__globals__ else None


def resolve(root: Any, names: list[str], owner: Any) -> Any:
    """The value at the end of a chain, ABSENT if there is none."""
    if root is OWNER:
        value = owner
    elif isinstance(root, tuple):
        value = root[0].get(root[1], ABSENT)
    else:
        try:
            value = root.cell_contents
        except ValueError:  # not filled yet
            value = ABSENT
    for name in names:
        if value is ABSENT:
            break
        value = attribute(value, name)
    return value


def self_of(function: Any, instance: Any) -> Any:
    """The instance behind a method, given or bound."""
    owner = instance() if isinstance(instance, weakref.ref) else instance
    return owner if owner is not None else getattr(function, "__self__", None)
