"""A walk over what the program's names lead to: growing paths instead of known containers.

Breadth first from all names, so that everything has its shortest path; each path is visited for some of the objects that lie on it,
and each of those counts for several where there are many. So the cost follows from how many kinds of places a program has, not from
how many objects it keeps. Nothing is referred to between two walks.
"""

from __future__ import annotations

import collections
import functools
import itertools
import operator
import sys

from tensorleak_probe import plain
from tensorleak_probe.looks import paths, roots
from tensorleak_probe.looks.amounts import Amounts
from tensorleak_probe.looks.children import ATOMS, LRU, Shapes, cache_step, contained, module_dicts
from tensorleak_probe.looks.contents import describe_contents, describe_whole
from tensorleak_probe.looks.modules import names_of
from tensorleak_probe.looks.named import current_context, current_variable, name_in
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Generator, Iterable

    from tensorleak_probe.looks.paths import Key, Path
    from tensorleak_probe.looks.roots import LibraryRoot, Place
    from tensorleak_probe.sites import Sites
    from tensorleak_probe.vocabulary import Record, Thing

    Member = tuple[Any, float]  # an object, and how many it counts for
    Level = collections.OrderedDict[Path, list[Member]]

MAX_VISITED = 12000  # objects in one walk
LEISURE = 50  # paths between two looks at the clock
ALL_FIRST = 2  # walks in which everything in libraries is new
FORGOTTEN = 24  # walks after which the path of a name that was not visited is dropped
ORDER = 24  # parts in whose order names of libraries are visited: what several of them lead to is met under the same one each time
PARTS = (24, 6)  # in which they are counted: in the first walks, later
AGAIN = 2  # ... and in which those are visited below which something has changed
PER_PATH = paths.ESTIMATED  # objects visited on one path
CHAIN = 4000  # ... where the path is a chain of nodes, which has to be counted to its end
ENTERED = (
    4 * PER_PATH
)  # objects on one path, level after level along a chain, below which something is visited; not the chain itself
NODES = 24  # of a chain whose contents are described
ALONG = 30000  # nodes that are only counted, in one walk
MAX_DEPTH = 14
MAX_FOREIGN = 2  # steps in a row through objects of libraries
MAX_REPORTED = 12
EMERGENCY = 0.1  # seconds of this thread, on a machine where visiting is very slow
DESCRIBED = 0.015  # seconds of this thread in which contents are described


class Walks:
    """Walks one after the other; keeps paths, which are words and numbers, in between."""

    def __init__(self, sites: Sites) -> None:
        self._sites = sites
        self._root = paths.Path(None, ("root", "", ""), None)
        self._names = roots.Names(sites)
        self.whole = 0  # walks that went through libraries, too
        self.held = 0.0  # bytes that have come under the program's own names, by the last walk
        self.taken = 0
        self._amounts: dict[Key, int] = {}  # name of a library that is not followed → how much lay below it
        self._grown: list[tuple[int, Any]] = []
        self._watched: list[Path] = []  # what the last look between walks has met

    def grown(self) -> list[tuple[int, Any]]:
        """The containers that the last step found growing, by the number of their row; they are let go of here."""
        found, self._grown = self._grown, []
        return found

    def prepare(self) -> bool:
        """Learns the names of new modules, a few milliseconds at a time; whether all are known."""
        return self._names.refresh()

    def steps(self, libraries: bool = True, standard: bool = True) -> Generator[None, None, tuple[list[Record], bool]]:
        """A walk in steps, a generator: the program's own names, then those of the standard library, then those of libraries.

        Returns rows of what has grown in the last walks, and whether the walk over the program's own names was cut short.
        """
        self.taken += 1
        self.whole += libraries
        rows, cut, visited = self._step(self._own, module_dicts())
        self.held = bytes_in(rows)
        if standard or libraries:
            yield
            more, _, visited = self._step(self._standard, visited)
            rows += more
        for go in self._library_steps() if libraries else ():
            yield
            more, _, visited = self._step(go, visited)
            rows += more
        self._prune()
        return heaviest(rows), cut

    def _step(self, go: Callable[[_Walk], object], visited: set[int]) -> tuple[list[Record], bool, set[int]]:
        """One step: its rows, whether it was cut short, and the addresses visited so far.

        What was met under a name of the program's own is not a library's.
        """
        walk = _Walk(self.taken, visited)
        go(walk)
        rows, self._grown = walk.rows(), walk.grown
        return rows, walk.cut, walk.visited

    def glance(self) -> tuple[list[Record], bool]:
        """A walk over the program's own names alone."""
        self.taken += 1
        rows, cut, _ = self._step(self._own, module_dicts())
        return heaviest(rows), cut

    def look_between(self) -> None:
        """Visits the program's own names between two walks, only to see what holds less than at the last look."""
        self.taken += 1
        walk = _Walk(self.taken, module_dicts())
        self._own(walk)
        self._watched = walk.look_between()

    def watched(self, since: int) -> None:
        """What the last look between walks met has been looked at, since then, at distances that double."""
        for path in self._watched:
            path.watched = since
        self._watched = []

    def take(self) -> tuple[list[Record], bool]:
        """Takes a whole walk at once, without pauses: rows of what has grown, and whether it was cut short."""
        steps = self.steps()
        while True:
            try:
                next(steps)
            except StopIteration as done:
                answer: tuple[list[Record], bool] = done.value
                return answer

    def find(self, wanted: Iterable[int]) -> dict[int, Record]:
        """Address → holder of those objects that a name leads to; given their addresses, and time enough."""
        self.taken += 1
        walk = _Walk(self.taken, module_dicts(), frozenset(wanted), 100)
        self._own(walk)
        names = [self._names.of_standard()] + [self._names.of_libraries(part, ORDER) for part in range(ORDER)]
        for rows in names:
            walk.go([(self._path(key, place, framework, True), value) for key, place, value, framework in rows])
        return walk.found

    def _own(self, walk: _Walk) -> None:
        self._names.find_users()
        own, others = roots.local_roots(self._sites)
        frames = itertools.groupby(own, key=lambda row: row[0][2:])
        mine = [[(self._path(key, place), value) for key, place, value in rows] for _, rows in frames]
        theirs = [(self._path(key, place, library=True), value) for key, place, value in others]
        globals_ = [(self._path(key, place), value) for key, place, value in self._names.of_user()]
        aliases = [start for starts in mine for start in starts if walk.shapes.length(start[1]) is not None]
        # What lasts longest is the holder, however long the way there: globals first, then the locals of callers before those they
        # call. `self` in a method is another name for what its caller has in hand, and only now and then at work.
        walk.go(globals_, MAX_VISITED // 3 if mine else 0)
        for starts in mine:
            walk.go([start for start in starts if walk.shapes.length(start[1]) is None])
        walk.go(aliases)  # `losses = self.losses` is an alias: the attribute is the holder
        walk.go(theirs)
        walk.context = current_context()
        walk.go([(roots.context_path(self._root), walk.context)])

    def _standard(self, walk: _Walk) -> None:
        """Visits the names of the standard library, as those of libraries are visited, in one step."""
        self._names.refresh_standard()
        restless = self._restless()
        self._follow(self._names.of_standard(restless.__contains__), walk)
        self._count(self._names.of_standard(), restless, Amounts(module_dicts()), walk)

    def _library_steps(self) -> list[Callable[[_Walk], None]]:
        """The steps of a walk through libraries: the names below which something changed of late, then all of them.

        What has changed comes first: a container that several names lead to keeps the path under which it was seen growing.
        """
        restless = self._restless()
        counted = module_dicts()
        first, rest = PARTS
        ranges = in_ranges(first if self.whole <= ALL_FIRST else rest)
        steps: list[Callable[[_Walk], None]] = []
        if restless:
            steps += [functools.partial(self._follow_again, restless, parts) for parts in in_ranges(AGAIN)]
        steps += [functools.partial(self._visit_names, restless, counted, parts) for parts in ranges]
        return steps

    def _restless(self) -> frozenset[Key]:
        """The names of libraries below which something changed of late."""
        return frozenset(key for key, path in self._root.below.items() if path.restless and path.step["library"])

    def _follow_again(self, restless: frozenset[Key], parts: range, walk: _Walk) -> None:
        """Visits the names below which something changed of late, part after part; each part level by level."""
        for part in parts:
            self._follow(self._names.of_libraries(part, ORDER, restless.__contains__), walk)

    def _follow(self, names: Iterable[LibraryRoot], walk: _Walk) -> None:
        starts = []
        for key, place, value, framework in names:
            path = self._path(key, place, framework, True)
            path.restless = False
            starts.append((path, value))
        walk.go(starts)

    def _visit_names(self, restless: frozenset[Key], counted: set[int], parts: range, walk: _Walk) -> None:
        """Counts what lies below each name of a library, and follows those where that is more than it was."""
        amounts = Amounts(counted)
        for part in parts:
            self._count(self._names.of_libraries(part, ORDER), restless, amounts, walk)

    def _count(self, names: Iterable[LibraryRoot], restless: frozenset[Key], amounts: Amounts, walk: _Walk) -> None:
        starts = []
        for key, place, value, framework in names:
            amount = amounts.below(value, deep=not framework)
            before = self._amounts.get(key)
            self._amounts[key] = amount
            if before is not None and amount > before and key not in restless:
                path = self._path(key, place, framework, True)
                path.restless = True
                starts.append((path, value))
        walk.go(starts)

    def _path(self, key: Key, place: Place, framework: bool = False, library: bool = False) -> Path:
        return roots.path_of(self._root, key, place, framework, library)

    def _prune(self) -> None:
        """Forgets the paths of names that are gone."""
        for key, path in list(self._root.below.items()):
            if path.walk < self.taken - FORGOTTEN:
                del self._root.below[key]


class _Nodes(collections.deque):  # type: ignore[type-arg]
    """The last nodes of a chain."""


class _Walk:
    """One walk: refers to the program's objects until it is over."""

    def __init__(self, number: int, visited: set[int], wanted: frozenset[int] = frozenset(), patience: int = 1) -> None:
        self.number = number
        self.wanted = wanted
        self.found: dict[int, Record] = {}
        self.cut = False
        self.shapes = Shapes(wanted)
        self.visited = visited
        self._left = patience * MAX_VISITED
        self._along = ALONG
        self._deadline = system.processor() + patience * EMERGENCY
        self._met: dict[
            Path, tuple[int, Any]
        ] = {}  # path → the largest container met there, or the last node of a chain
        self._unsure: set[Path] = set()
        self.context: Any = None  # a copy of the one that this thread is in
        self._owners: dict[int, tuple[Any, str]] = {}  # by address: who has this under a name, and under which
        self._heads: dict[Path, Any] = {}  # what lies on a path, where that is one thing: the first node of a chain is
        self._entered: collections.Counter[Path] = collections.Counter()
        self.grown: list[tuple[int, Any]] = []  # containers in rows, by the number of the row

    def go(self, starts: Iterable[tuple[Path, Any]], kept: int = 0) -> None:
        """Visits everything below these names, level by level, as long as more than `kept` visits are left."""
        level: Level = collections.OrderedDict()
        for path, value in starts:
            self._add(level, path, (value,), 1.0)
            if path.key[0] == "global" and not path.step["library"]:
                self._owners.setdefault(id(value), (names_of(sys.modules.get(path.key[2])), path.key[1]))
        while level:
            following: Level = collections.OrderedDict()
            for count, (path, members) in enumerate(level.items()):
                if self._is_over(count, kept):
                    self._unsure.update(level)
                    self._unsure.update(following)
                    return
                self._visit(path, members, following)
            level = following

    def _is_over(self, count: int, kept: int) -> bool:
        over = self._left <= kept or (count % LEISURE == 0 and system.processor() > self._deadline)
        self.cut = self.cut or over
        return over

    def _add(self, level: Level, path: Path, objects: Iterable[Any], weight: float) -> None:
        """Queues those objects that were not met before and that hold something, or are large and have a name."""
        shapes, visited = self.shapes, self.visited
        named = path.key[0] in paths.NAMED and not path.root.step.get("library")
        last = path.foreign > MAX_FOREIGN
        fresh = []
        for obj in objects:
            if id(type(obj)) in ATOMS and not named:
                continue
            own = path.foreign and id(obj) not in visited and shapes.is_users(obj)
            if last and not own and shapes.length(obj) is None:
                continue  # it is not entered here: another path may
            if id(obj) not in visited and (shapes.can_hold(obj) or (named and shapes.is_large(obj))):
                visited.add(id(obj))
                if own:
                    level.setdefault(path.down(paths.OWN, paths.own_step), []).append((obj, weight))
                elif type(obj) is LRU and path.key[0] != "lru_cache":
                    self._add_cache(level, path, obj, weight)
                else:
                    fresh.append((obj, weight))
        if fresh:
            level.setdefault(path, []).extend(fresh)

    @staticmethod
    def _add_cache(level: Level, path: Path, cache: Any, weight: float) -> None:
        """A cache of `functools` is named by the function that it belongs to."""
        key, describe = cache_step(cache)
        level.setdefault(path.down(key, describe), []).append((cache, weight))

    def _visit(self, path: Path, members: list[Member], following: Level) -> None:
        """Counts what lies on a path, and queues what lies below it."""
        if path.recursive and path.key[0] == "attribute" and self._entered[path] > ENTERED:
            path.seen(self.number, self._run_along(path, members), 0.0)
            return
        if len(members) == 1 and not path.recursive:
            self._heads[path] = members[0][0]
        limit = CHAIN if path.recursive else PER_PATH
        stride = max(1, -(-len(members) // limit))
        chosen = members[::-stride]  # the newest are the last
        number, length, deeper = 0.0, 0.0, self._goes_on(path) and self._may_enter(path, len(chosen))
        for obj, weight in chosen:
            self._left -= 1
            weight *= len(members) / len(chosen)
            number += weight
            if id(obj) in self.wanted and id(obj) not in self.found:
                self.found[id(obj)] = paths.holder_of(path, type(obj))
            inside = self._descend(path, obj, weight, following) if deeper else None
            size = self.shapes.length(obj)
            size = inside if size is None else size
            size = self.shapes.amount(obj) if size is None else size
            if size is not None:
                length += weight * size
                known = self._met.get(path)
                if known is None or size >= known[0]:
                    self._met[path] = (size, obj)
            elif path.recursive:
                met = self._met.setdefault(path, (0, _Nodes(maxlen=NODES)))[1]
                if type(met) is _Nodes:
                    met.append(obj)
        path.seen(self.number, number, length)

    def _run_along(self, path: Path, members: list[Member]) -> float:
        """Counts the nodes from these on to the end of their chains, and visits nothing else of them; one that is too long is not counted."""
        number, name = 0.0, path.key[1]
        for node, weight in members:
            following = node
            while following is not None and type(following) is type(node):
                number += weight
                following = plain.attribute(following, name)
                if id(following) in self.visited:
                    break
                self.visited.add(id(following))
                self._along -= 1
                if not self._along:
                    self.cut = True
                    self._unsure.add(path)
                    return number
        return number

    def _may_enter(self, path: Path, objects: int) -> bool:
        """Whether what lies below some more objects is visited: what each node of a long chain has beside the next is seen at its start."""
        entered = self._entered[path]
        self._entered[path] += objects
        return path.recursive or entered <= ENTERED

    @staticmethod
    def _goes_on(path: Path) -> bool:
        """Whether what lies below a path is visited: not below the tables of TensorFlow's own modules, whose interior is theirs."""
        interior = path.depth == 1 and path.step.get("framework")
        return path.depth < MAX_DEPTH and path.foreign <= MAX_FOREIGN and not interior

    def _descend(self, path: Path, obj: Thing, weight: float, following: Level) -> int | None:
        """Queues what lies below an object; how much an object written in C refers to, None for any other."""
        inside = None
        for key, describe, below, total in self.shapes.children(obj, path.foreign > 0):
            if any(map(self._is_fresh, below)):
                child = self._same(path, obj, key, below) or path.down(key, describe)
                self._add(following, child, below, weight * total / len(below))
                if key[0] in ("attribute", "key") and len(below) == 1:
                    self._owners.setdefault(id(below[0]), (obj, key[1]))
            inside = total if below and key is paths.INSIDE else inside
        return inside

    def _is_fresh(self, obj: Any) -> bool:
        """Whether an object was not met before and may be worth a path."""
        return id(obj) not in self.visited and (id(type(obj)) not in ATOMS or self.shapes.is_large(obj))

    @staticmethod
    def _same(path: Path, obj: Thing, key: Key, below: list[Any]) -> Path | None:
        """The path itself where an object written in C refers to others of its own type: a chain or a tree of them."""
        if key is not paths.INSIDE or not any(type(one) is type(obj) for one in below):
            return None
        path.recursive = True
        return path

    def look_between(self) -> list[Path]:
        """Compares what was met with the look before; the paths on which it lies."""
        met = [path for path in self._met if path not in self._unsure]
        for path in met:
            path.look_between()
        return met

    def rows(self) -> list[Record]:
        """What has grown in the last walks, heaviest first, with what it holds and who holds it."""
        grown = []
        for path in sorted(self._met, key=operator.attrgetter("depth")):
            if path in self._unsure:
                continue
            growth = path.compare()
            if growth:
                grown.append((growth, path))
        grown.sort(key=operator.itemgetter(0), reverse=True)
        deadline = system.processor() + DESCRIBED
        rows: list[Record] = []
        for growth, path in grown[: 4 * MAX_REPORTED]:
            if len(rows) >= 3 and system.processor() > deadline:
                break
            rows.append(self._row(growth, path))
        return rows

    def _contained(self, obj: Thing) -> Any:
        """The container whose elements tell what an object holds: itself, a cache's table, what an object written in C refers to."""
        if type(obj) is not _Nodes and self.shapes.length(obj) is not None:
            return contained(obj)
        if type(obj) is _Nodes:
            return list(obj)
        inside = [below for key, _, below, _ in self.shapes.children(obj) if key is paths.INSIDE]
        return inside[0] if inside else obj

    def _followed(self, obj: Thing, whole: bool) -> Any:
        """What to follow to see which line makes this longer: the name that it has, or itself where it has none."""
        owner, name = self._owners.get(id(obj), (None, ""))
        if owner is None or not (whole or plain.length(obj) is not None):
            return obj
        find = current_variable if owner is self.context else name_in
        return find(owner, name, self.shapes.amount) or obj

    def _row(self, growth: int, path: Path) -> Record:
        size, obj = self._met[path]
        kind = type(obj[0] if type(obj) is _Nodes else obj)
        row: Record = {
            "id": abs(hash(path.key + tuple(step["text"] for step in path.steps()))) % (1 << 53),
            "type": plain.name(kind),
            "mapping": issubclass(kind, dict),
            "length": path.amount,
            "growth": growth,
            "rises": path.rises,
            "span": path.span,
            "thing": id(obj) if type(obj) is not _Nodes else 0,
            "watched": path.watched,
            "above": None if path.peak is None else max(0, path.amount - path.peak),
        }
        contained = self._contained(obj)
        whole = self.shapes.is_large(obj) and (contained is obj or self.shapes.length(obj) is not None)
        row.update(describe_whole(obj, size) if whole else describe_contents(contained, growth))
        if type(obj) is roots.Hidden:
            row.update(type="list", element_type=roots.HIDDEN, opaque=True)
        if row["bound"] is None and type(obj) is not _Nodes:
            row["bound"] = self.shapes.places(obj)
        row["holder"] = paths.holder_of(path, kind if kind is not roots.Hidden else list)
        row["files"] = [
            step["file"] for step in path.steps() if step.get("file")
        ]  # of the classes and functions on the way
        followed = self._followed(obj, whole) if type(obj) is not _Nodes else self._head(path)
        if followed is not None:
            self.grown.append((row["id"], followed))
        return row

    def _head(self, path: Path) -> Any:
        """The name that stands for the newest node of a chain; None where no namespace has it."""
        head = self._heads.get(path.above) if path.above is not None else None
        owner, name = self._owners.get(id(head), (None, "")) if head is not None else (None, "")
        return name_in(owner, name, None) if owner is not None else None


def in_ranges(number: int) -> list[range]:
    """The parts of the order, in so many ranges."""
    size = ORDER // number
    return [range(first, first + size) for first in range(0, ORDER, size)]


def bytes_in(rows: Iterable[Record]) -> float:
    """Bytes by which all of these have grown."""
    grown: float = sum(row["growth"] * row["element_bytes"] for row in rows)
    return grown


def heaviest(rows: list[Record]) -> list[Record]:
    """Those rows, at most twelve, that gained most bytes."""
    return sorted(rows, key=lambda row: -(row["growth"] * max(1, row["element_bytes"])))[:MAX_REPORTED]


def find_holders(targets: Iterable[Any], sites: Sites) -> dict[int, Record]:
    """Address → holder, for those objects that something in the program holds by a name."""
    walks = Walks(sites)
    while not walks.prepare():
        pass
    return walks.find(map(id, targets))
