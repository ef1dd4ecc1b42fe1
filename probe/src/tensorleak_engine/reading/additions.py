"""Reads the program's text to find the line that adds to a container, where it was not seen adding."""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from typing import Callable, Iterable, Iterator, Mapping, Optional

from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.records import Holder
from tensorleak_engine.texts import Texts

ADDING = {
    "append",
    "appendleft",
    "add",
    "extend",
    "insert",
    "setdefault",
    "update",
    "put",
    "put_nowait",
    "push",
    "__setitem__",
}
PUTTING = {"put", "put_nowait"}
ADDING_TO_FIRST = {"heappush", "insort", "insort_left", "insort_right"}


LAST_NAME = re.compile(r"\.(\w+)(?:\[[^]]*\])*$")
SEQUENCE_WAYS = {"append", "appendleft", "extend", "insert"}
SEQUENCES = {"list", "deque", "set"}
MAPPINGS = {"dict", "OrderedDict", "defaultdict", "Counter"}
PAIRS = {"zip": 0, "enumerate": 1}  # which part of the target the first argument's elements go to
REACHED = (ast.Attribute, ast.Subscript)
Function = (ast.FunctionDef, ast.AsyncFunctionDef)
Trees = Mapping[str, ast.Module]  # by file
Likeliest = Callable[[Iterable[Location]], Optional[Location]]
if sys.version_info >= (3, 8):
    CONSTANTS, NAMED = (ast.Constant,), (ast.NamedExpr,)
else:
    CONSTANTS, NAMED = (ast.Num, ast.Str, ast.Bytes, ast.NameConstant, ast.Ellipsis), ()


@dataclass(frozen=True)
class Names:
    """What a container is called in one place: `x.losses` by its attribute, `losses` by a plain name."""

    attributes: frozenset[str] = frozenset()
    plain: frozenset[str] = frozenset()

    def seen_in(self, function: ast.AST) -> Names:
        """These names and what the function's own statements call the container or its elements."""
        found: frozenset[str] = frozenset()
        for _ in range(2):  # an alias of an alias, and no further
            wider = Names(self.attributes, self.plain | found)
            found |= {name for _, node in _walk(function, nested=False) for name in _aliases(node, wider)}
        return Names(self.attributes, self.plain | found)


def _aliases(node: ast.AST, names: Names) -> Iterator[str]:
    """`rows = self.rows`, `for row in self.rows`, `for row, x in zip(self.rows, xs)`, `for key, row in self.rows.items()`."""
    if isinstance(node, ast.Assign) and _refers(node.value, names):
        yield from (target.id for target in node.targets if isinstance(target, ast.Name))
    elif isinstance(node, NAMED) and _refers(node.value, names):
        yield node.target.id
    elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
        yield from _loop_aliases(node.target, node.iter, names)


def _loop_aliases(target: ast.expr, source: ast.expr, names: Names) -> Iterator[str]:
    """The names of a loop's target that stand for elements of the container."""
    parts = target.elts if isinstance(target, ast.Tuple) else [target]
    places: list[int] = []
    if _refers(source, names):
        places = [0] if len(parts) == 1 else []
    elif isinstance(source, ast.Call):
        function = source.func
        if isinstance(function, ast.Name) and function.id in PAIRS:
            shift = PAIRS[function.id]
            places = [place + shift for place, argument in enumerate(source.args) if _refers(argument, names)]
        elif isinstance(function, ast.Attribute) and _refers(function.value, names):
            places = {"items": [1], "values": [0]}.get(function.attr, [])
    yield from (part.id for place, part in enumerate(parts) if place in places and isinstance(part, ast.Name))


def addition(holder: Holder, files: Iterable[str], likeliest: Likeliest, texts: Texts) -> Location | None:
    """The line that adds to a holder's container: in its own file first, then in the program's others; of several the likeliest."""
    if holder.scope == "lru_cache":
        return Location(holder.file, holder.line, holder.owner.rsplit(".", 1)[-1]) if holder.file else None
    own = [] if holder.library else [holder.file]
    ordered = own + [file for file in files if file != holder.file]
    trees = texts.searched(ordered)
    # What a function of a library calls its own local names means nothing in the program's text.
    for find in (_trail_additions,) if holder.library and holder.scope == "local" else FINDERS:
        found = likeliest(find(holder, trees))
        if found is not None:
            return found
    known = holder.file and holder.line and not holder.library
    return Location(holder.file, holder.line, holder.owner) if known else None


def _named_additions(holder: Holder, trees: Trees) -> list[Location]:
    """Statements that add to something of the holder's name; of ways to call it, the surest that is met."""
    for names in _callings(holder):
        found = [
            (_unsuited(way, holder), place)
            for file, tree in trees.items()
            for way, place in _ways(tree, names, file)
            if _inside(place, holder, tree)
        ]
        best = min((rank for rank, _ in found), default=False)
        suited = [place for rank, place in found if rank == best]
        here = [place for place in suited if place.file == holder.file]
        if found:
            return here or suited
    return []


def _unsuited(way: str, holder: Holder) -> bool:
    """Whether this is no way to add to a container of the holder's type: `x[i] = y` grows a dict, and `x.append(y)` a list."""
    kind = holder.words.split(" ", 1)[0]
    if way in ("augmented", "rebuilt"):
        return True
    return kind in MAPPINGS if way in SEQUENCE_WAYS else kind in SEQUENCES and way == "item"


def _callings(holder: Holder) -> list[Names]:
    """How a holder may be called, the surest first: an attribute has no plain name, but may have been given one."""
    name = frozenset({holder.name} if holder.name else ())
    return ([Names(attributes=name)] if holder.scope == "attribute" else []) + [Names(name, name)]


def _hidden_additions(holder: Holder, trees: Trees) -> list[Location]:
    """Additions that do not name the holder: by its own class to itself, or to something that is reached through it."""
    if not holder.name:
        return []
    return [place for file, tree in trees.items() for place in _additions_through(tree, holder, file)]


def _trail_additions(holder: Holder, trees: Trees) -> list[Location]:
    """Additions by the last name on the way to the container: `node.children[key] = child` in a tree that `root` holds."""
    last = LAST_NAME.search(holder.trail)
    if last is None or last.group(1) == holder.name:
        return []
    names = Names(attributes=frozenset({last.group(1)}))
    return [place for file, tree in trees.items() for place in _additions(tree, names, file)]


def _additions_through(tree: ast.AST, holder: Holder, file: str) -> Iterator[Location]:
    kind = holder.words.split(" ", 1)[0]
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and node.name == kind:
            yield from _additions(node, Names(plain=frozenset({"self"})), file)
    for function, node in _walk(tree):
        for target in _added_to(node):
            if isinstance(target, REACHED) and holder.name in _steps(target):
                yield Location(file, target.lineno, function)


def _added_to(node: ast.AST) -> list[ast.expr]:
    """What a call or an assignment adds to: `x` in `x.append(y)` and in `x[key] = y`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in ADDING:
        return [node.func.value]
    if isinstance(node, ast.Assign):
        return [target.value for target in node.targets if isinstance(target, ast.Subscript)]
    return []


def _steps(node: ast.expr) -> Iterator[str]:
    """The names in `a.b[c].d`, the last one first."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Attribute):
            yield node.attr
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _root(node: ast.expr) -> str:
    """The name at the beginning of `a.b[c].d`."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _inside(place: Location, holder: Holder, tree: ast.AST) -> bool:
    """A local's additions are looked for in its own function (or what is nested in it)."""
    if holder.scope != "local" or place.file != holder.file:
        return True
    for node in ast.walk(tree):
        if (
            isinstance(node, Function)
            and node.name == holder.owner
            and node.lineno <= place.line <= (node.end_lineno or 0)
        ):
            return True
    return False


def _additions(tree: ast.AST, names: Names, file: str) -> Iterator[Location]:
    """The statements that add to something of these names, with the function they are in."""
    return (place for _, place in _ways(tree, names, file))


def _ways(tree: ast.AST, names: Names, file: str) -> Iterator[tuple[str, Location]]:
    """The same, each with the way in which it adds."""
    for scope in _scopes(tree):
        within = names.seen_in(scope)
        for function, node in _walk(scope, getattr(scope, "name", "<module>"), nested=False):
            if isinstance(node, (ast.Call, ast.Assign, ast.AugAssign)):
                way = _way(node, within)
                if way:
                    yield way, Location(file, node.lineno, function)


def _way(node: ast.Call | ast.Assign | ast.AugAssign, names: Names) -> str:
    """In which way this adds to something of these names: by which method, as an item; empty where it does not."""
    if any(_refers(target, names) for target in _added_to(node)):
        called = node.func if isinstance(node, ast.Call) else None
        return called.attr if isinstance(called, ast.Attribute) else "item"
    if isinstance(node, ast.Call):
        return "append" if _adds_to_first(node, names) else ""
    if isinstance(node, ast.Assign):
        return "rebuilt" if _rebuilds(node, names) else ""
    adds = isinstance(node.op, ast.Add) and _refers(node.target, names) and not _is_number(node.value)
    return "augmented" if adds else ""


def _is_number(value: ast.expr) -> bool:
    """Whether this is a plain number: `count += 1` adds to no container."""
    constant = getattr(value, "value", getattr(value, "n", None)) if isinstance(value, CONSTANTS) else None
    return isinstance(constant, (int, float))


def _scopes(tree: ast.AST) -> Iterator[ast.AST]:
    """The tree itself and every function in it."""
    yield tree
    yield from (node for _, node in _walk(tree) if isinstance(node, Function))


def _adds_to_first(node: ast.Call, names: Names) -> bool:
    """`heapq.heappush(x, y)`."""
    function = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    return function in ADDING_TO_FIRST and bool(node.args) and _refers(node.args[0], names)


def _rebuilds(node: ast.Assign, names: Names) -> bool:
    """`x = x + [y]`, and `x = [*x, y]`."""
    renewed = any(_refers(target, names) for target in node.targets)
    return renewed and isinstance(node.value, (ast.BinOp, ast.List)) and _extends(node.value, names)


def _extends(value: ast.expr, names: Names) -> bool:
    """`x = x + [...]` and `x = [*x, y]`."""
    parts = (
        [value.left, value.right]
        if isinstance(value, ast.BinOp)
        else [part.value for part in getattr(value, "elts", []) if isinstance(part, ast.Starred)]
    )
    return any(_refers(part, names) for part in parts)


def _refers(node: ast.expr, names: Names) -> bool:
    """Whether an expression is, or reaches into, something of these names."""
    while True:
        if isinstance(node, ast.Subscript):
            node = node.value
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("setdefault", "get", "__getitem__")
        ):
            node = node.func.value
        else:
            break
    if isinstance(node, ast.Attribute):
        return node.attr in names.attributes
    return isinstance(node, ast.Name) and node.id in names.plain


def _walk(tree: ast.AST, function: str = "<module>", nested: bool = True) -> Iterator[tuple[str, ast.AST]]:
    """Every node with the name of the function it is in; without those in further functions where `nested` is False."""
    waiting = [(function, child) for child in reversed(list(ast.iter_child_nodes(tree)))]
    while waiting:  # a long sum is nested deeper than Python may recurse
        outer, node = waiting.pop()
        inner = node.name if isinstance(node, Function) else outer
        yield inner, node
        if nested or not isinstance(node, Function):
            waiting += [(inner, child) for child in reversed(list(ast.iter_child_nodes(node)))]


def _parameters_additions(holder: Holder, trees: Trees) -> list[Location]:
    """The container was handed to a function under another name: additions to that parameter."""
    found: list[Location] = []
    names = Names(frozenset({holder.name}), frozenset({holder.name}))
    for tree in trees.values() if holder.name else ():
        for _, node in _walk(tree):
            if not isinstance(node, ast.Call):
                continue
            positions = [i for i, argument in enumerate(node.args) if _refers(argument, names)]
            keywords = [keyword.arg for keyword in node.keywords if keyword.arg and _refers(keyword.value, names)]
            callee = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", None)
            if callee and (positions or keywords):
                found += [
                    place
                    for file, other in trees.items()
                    for place in _parameter_additions(other, file, callee, positions, keywords)
                ]
    return found


def _puts(holder: Holder, trees: Trees) -> list[Location]:
    """Whatever puts something into a queue: one end of it may have another name than the other. In the file of its class, if any does."""
    if holder.scope != "queue":
        return []
    found = [
        Location(file, node.lineno, function)
        for file, tree in trees.items()
        for function, node in _walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in PUTTING
    ]
    return [place for place in found if place.file == holder.file] or found


def _renewals(holder: Holder, trees: Trees) -> list[Location]:
    """Assignments that make the thing anew out of what it was: `x = np.concatenate([x, y])`, `self.head = Node(x, self.head)`.

    Where there is none, any assignment to the name: a list of nodes grows by `node.next = head`.
    """
    if not holder.name or holder.scope == "queue":  # nobody makes a queue anew out of what it was
        return []
    name = frozenset({holder.name})
    names = Names(name, name)
    every: list[tuple[bool, Location]] = []
    for file, tree in trees.items():
        for function, node in _walk(tree):
            if isinstance(node, (ast.Assign, ast.AugAssign, ast.AnnAssign)) and _makes_something(node.value):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                targets = [part for target in targets for part in getattr(target, "elts", [target])]
                if any(_refers(target, names) for target in targets):
                    mentioned = any(
                        isinstance(part, (ast.Name, ast.Attribute)) and _refers(part, names)
                        for part in ast.walk(node.value or node)
                    )
                    place = Location(file, node.lineno, function)
                    if _inside(place, holder, tree):
                        every.append((mentioned or isinstance(node, ast.AugAssign), place))
    return [place for mentioned, place in every if mentioned] or [place for _, place in every if function_of(place)]


def _makes_something(value: ast.expr | None) -> bool:
    """Whether an assigned value is more than a constant or an empty container."""
    empty = isinstance(value, (ast.List, ast.Tuple, ast.Set)) and not value.elts
    return not (
        value is None or isinstance(value, CONSTANTS) or empty or (isinstance(value, ast.Dict) and not value.keys)
    )


def function_of(place: Location) -> bool:
    """Whether a place is in a function: what a module assigns once is no renewal."""
    return place.function != "<module>"


def _method_calls(holder: Holder, trees: Trees) -> list[Location]:
    """Calls of a library's object that keeps what it is given: `console.print(x)`, `self.selector.register(x)`."""
    if not holder.inside or not holder.name:
        return []
    names = Names(frozenset({holder.name}), frozenset({holder.name}))
    found = []
    for file, tree in trees.items():
        for scope in _scopes(tree):
            within = names.seen_in(scope)
            for function, node in _walk(scope, getattr(scope, "name", "<module>"), nested=False):
                called = node.func if isinstance(node, ast.Call) else None
                if isinstance(called, ast.Attribute) and _refers(called.value, within):
                    found.append(Location(file, called.lineno, function))
    return found


def _calls_into_library(holder: Holder, trees: Trees) -> list[Location]:
    """The program's calls of the library that holds it: `logging.getLogger(name)`, `weakref.finalize(x, f)`."""
    if not holder.library:
        return []
    package = holder.owner.split(".")[0]
    found = []
    for file, tree in trees.items():
        names = _imported(tree, package)
        for function, node in _walk(tree):
            if isinstance(node, ast.Call) and _root(node.func) in names:
                found.append(Location(file, node.lineno, function))
    return found


def _imported(tree: ast.AST, package: str) -> set[str]:
    """The names under which a file has imported a package or something from it."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {
                alias.asname or alias.name.split(".")[0] for alias in node.names if alias.name.split(".")[0] == package
            }
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == package:
            names |= {alias.asname or alias.name for alias in node.names}
    return names


def _parameter_additions(
    tree: ast.AST, file: str, callee: str, positions: list[int], keywords: list[str]
) -> Iterator[Location]:
    for function, node in _walk(tree):
        if not isinstance(node, Function):
            continue
        wanted = node.name == callee or (node.name == "__init__" and function == callee)
        if not wanted:
            continue
        parameters = [argument.arg for argument in node.args.args]
        shift = 1 if parameters[:1] == ["self"] else 0
        named = [parameters[i + shift] for i in positions if i + shift < len(parameters)] + keywords
        yield from _additions(node, Names(plain=frozenset(named)), file)


def _constructions(holder: Holder, trees: Trees) -> list[Location]:
    """Calls of the class of which the growing thing is made: the nodes of a chain that no name is assigned to."""
    kind = holder.words.split(" ", 1)[0]
    if not any(
        isinstance(node, ast.ClassDef) and node.name == kind for tree in trees.values() for node in ast.walk(tree)
    ):
        return []
    return [
        Location(file, node.lineno, function)
        for file, tree in trees.items()
        for function, node in _walk(tree)
        if isinstance(node, ast.Call) and kind == next(_steps(node.func), "")
    ]


FINDERS = (
    _named_additions,
    _parameters_additions,
    _hidden_additions,
    _trail_additions,
    _method_calls,
    _puts,
    _renewals,
    _calls_into_library,
    _constructions,
)
