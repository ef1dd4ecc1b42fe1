"""What grows is found wherever it hangs, by the path that leads to it; beside each shape stands one that does not grow."""

from __future__ import annotations

import asyncio
import atexit
import collections
import contextlib
import contextvars
import dataclasses
import functools
import gc
import itertools
import linecache
import logging
import signal
import sys
import threading
import types
import weakref
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from tensorleak_probe import plain
from tensorleak_probe.looks import walk as walking
from tensorleak_probe.looks.children import Shapes
from tensorleak_probe.looks.named import Named
from tensorleak_probe.looks.roots import Names
from tensorleak_probe.looks.walk import Walks
from tensorleak_probe.sites import Sites
from walks import let_walks_visit_all

ROUNDS = 4
EACH = 12


class Payload:
    def __init__(self) -> None:
        self.text = bytes(200)


@dataclasses.dataclass
class Sample:
    pixels: list[Payload] = dataclasses.field(default_factory=list)


class Entry(NamedTuple):
    label: str
    sample: Sample


class Slotted:
    __slots__ = ("inner",)

    def __init__(self) -> None:
        self.inner: dict[str, Any] = {"deep": Sample()}


class Node:
    def __init__(self, payload: Payload, following: Node | None) -> None:
        self.payload, self.following = payload, following


class Step:
    """A node with numbers of its own; the first of a chain refers to nothing else."""

    __slots__ = ("before", "label", "score")

    def __init__(self, label: str, before: Step | None) -> None:
        self.label, self.score, self.before = label, 0.5, before


class Chain:
    head: Node | None = None


class Tree:
    def __init__(self) -> None:
        self.children: list[Tree] = []


class Registry:
    entries: dict[int, Payload] = {}


class Numbered(dict[int, Payload]):
    pass


class Wrapped(collections.UserList[Payload]):
    pass


class Shop:
    """One attribute per shape; what is kept hangs here or in the function that is returned."""

    def __init__(self) -> None:
        self.numbers = itertools.count()


shop: Any = Shop()
Add = Callable[[], None]


def nested(grows: bool) -> Add:
    shop.nested = {"train": Entry("x", Sample())}
    return lambda: _put(shop.nested["train"].sample.pixels, grows)


def slotted(grows: bool) -> Add:
    shop.slotted = [Slotted() for _ in range(3)]
    return lambda: _put(shop.slotted[1].inner["deep"].pixels, grows)


def namespace(grows: bool) -> Add:
    shop.namespace = types.SimpleNamespace(taps=[], names=set())
    return lambda: _put(shop.namespace.taps, grows)


def chained(grows: bool) -> Add:
    shop.chained = Chain()

    def add() -> None:
        shop.chained.head = Node(Payload(), shop.chained.head if grows else None)

    return add


def beam(grows: bool) -> Add:
    """A few ends that share what lies before them, as those of a search; a new list of them in each round."""
    shop.beam = [Step("", None)]

    def add() -> None:
        best = shop.beam[0]
        shop.beam = [Step(label, best if grows else None) for label in "abc"]

    return add


def tree(grows: bool) -> Add:
    shop.tree = Tree()

    def add() -> None:
        leaf = shop.tree
        while leaf.children and grows:
            leaf = leaf.children[0]
        _put(leaf.children, grows, Tree())

    return add


def many_attributes(grows: bool) -> Add:
    """One attribute per request; what a large object has from the start stays what it is."""
    shop.many = Sample()
    for number in range(130):
        setattr(shop.many, f"field_{number}", Payload())
    return lambda: setattr(shop.many, f"item_{next(shop.numbers) if grows else 0}", Payload())


def class_attribute(grows: bool) -> Add:
    Registry.entries.clear()
    return lambda: _enter(Registry.entries, grows)


def own_mapping(grows: bool) -> Add:
    shop.mapping = Numbered()
    return lambda: _enter(shop.mapping, grows)


def user_list(grows: bool) -> Add:
    shop.wrapped = Wrapped()
    return lambda: _put(shop.wrapped.data, grows)


def renewed_tuple(grows: bool) -> Add:
    shop.pairs = ()

    def add() -> None:
        shop.pairs = (*shop.pairs[-(10**9 if grows else 3) :], Payload())

    return add


def lists_by_key(grows: bool) -> Add:
    shop.by_key = {number: [] for number in range(4)}
    count = itertools.count()
    return lambda: _put(shop.by_key[next(count) % 4], grows)


def closure(grows: bool) -> Add:
    kept: list[Payload] = []
    shop.closure = add = lambda: _put(kept, grows)
    return add


def default(grows: bool) -> Add:
    def add(kept: list[Payload] = []) -> None:  # noqa: B006
        _put(kept, grows)

    shop.default = add
    return add


def generator(grows: bool) -> Add:
    def waiting() -> Iterator[None]:
        kept: list[Payload] = []
        while True:
            _put(kept, grows)
            yield

    shop.generator = waiting()
    return lambda: next(shop.generator)


def cache(grows: bool) -> Add:
    shop.encode = functools.lru_cache(maxsize=None if grows else 4)(lambda number: Payload())
    count = itertools.count()
    return lambda: shop.encode(next(count)) and None


def partial(grows: bool) -> Add:
    shop.partial = functools.partial(_put, [], grows)
    return lambda: shop.partial()


def bound_method(grows: bool) -> Add:
    shop.method = Sample().pixels
    shop.method = Bag().add
    return lambda: shop.method(grows)


class Bag:
    def __init__(self) -> None:
        self.things: list[Payload] = []

    def add(self, grows: bool) -> None:
        _put(self.things, grows)


def thread_local(grows: bool) -> Add:
    shop.local = threading.local()
    shop.local.kept = []
    return lambda: _put(shop.local.kept, grows)


def context_variable(grows: bool) -> Add:
    shop.variable = contextvars.ContextVar("kept")
    context = shop.context = contextvars.copy_context()
    context.run(shop.variable.set, [])
    return lambda: _put(context[shop.variable], grows)


def current_context(grows: bool) -> Add:
    shop.current = contextvars.ContextVar("current")
    shop.current.set([])
    return lambda: _put(shop.current.get(), grows)


def loggers(grows: bool) -> Add:
    count = itertools.count()
    return lambda: logging.getLogger(f"walked.{next(count) if grows else 0}") and None


def finalizers(grows: bool) -> Add:
    shop.targets = [Payload() for _ in range(ROUNDS * EACH)]
    count = itertools.count()

    def add() -> None:
        finalizer = weakref.finalize(shop.targets[next(count)], len, "x")
        if not grows:
            finalizer.detach()

    return add


def queue_of_a_loop(grows: bool) -> Add:
    shop.queue = asyncio.Queue()

    def add() -> None:
        shop.queue.put_nowait(Payload())
        if not grows:
            shop.queue.get_nowait()

    return add


def slots(grows: bool) -> Add:
    shop.slots, numbers = [None] * 400, itertools.count()
    return lambda: shop.slots.__setitem__(next(numbers) if grows else 0, Payload())


def modules(grows: bool) -> Add:
    """Modules that a program makes and registers under names of their own; all go with the test."""

    def add() -> None:
        module = types.ModuleType(f"made_{next(shop.numbers) if grows else 0}")
        vars(module)["rows"] = [Payload()]
        sys.modules[module.__name__] = module

    return add


def sources(grows: bool) -> Add:
    def add() -> None:
        name = f"<made {next(shop.numbers) if grows else 0}>"
        linecache.cache[name] = (1, None, ["pass\n"], name)

    return add


def long_chain(grows: bool) -> Add:
    shop.long_chain = Chain()

    def add() -> None:
        for _ in range(300):
            shop.long_chain.head = Node(Payload(), shop.long_chain.head if grows else None)

    return add


def wrapped_again(grows: bool) -> Add:
    shop.wrapped = lambda: None

    def add() -> None:
        payload, before = Payload(), shop.wrapped if grows else None

        def handle() -> Any:
            return payload, before

        shop.wrapped = handle

    return add


@contextlib.contextmanager
def handled(number: int) -> Iterator[None]:
    before = signal.getsignal(number)
    try:
        yield
    finally:
        signal.signal(number, before)


def signal_handlers(grows: bool) -> Add:
    def add() -> None:
        payload, before = Payload(), signal.getsignal(signal.SIGUSR2) if grows else None

        def handle(number: int, frame: object) -> Any:
            return payload, before

        signal.signal(signal.SIGUSR2, handle)

    return add


def at_exit(grows: bool) -> Add:
    """The callbacks that are registered here are of no harm when the tests are over."""

    def add() -> None:
        payload = Payload()

        def callback() -> Payload:
            return payload

        if grows:  # what is unregistered leaves its place behind, which counts
            atexit.register(callback)

    return add


def text(grows: bool) -> Add:
    shop.text = "x" * 5000

    def add() -> None:
        shop.text += "y" * (1000 if grows else 0)

    return add


def _put(kept: list[Any], grows: bool, thing: object = None) -> None:
    kept.append(thing or Payload())
    if not grows and len(kept) > 3:
        kept.clear()


def _enter(kept: dict[int, Payload], grows: bool) -> None:
    kept[len(kept) if grows else 0] = Payload()


SHAPES: dict[str, tuple[Callable[[bool], Add], str]] = {
    "nested": (nested, "list attribute Sample.pixels"),
    "slotted": (slotted, "list attribute Sample.pixels"),
    "namespace": (namespace, "list attribute SimpleNamespace.taps"),
    "chained": (chained, "Node attribute Chain.head"),
    "beam": (beam, "Step attribute Shop.beam"),
    "tree": (tree, "list attribute Shop.tree"),
    "many attributes": (many_attributes, "dict attribute Sample.__dict__"),
    "class attribute": (class_attribute, "dict attribute Registry.entries"),
    "own mapping": (own_mapping, "Numbered attribute Shop.mapping"),
    "user list": (user_list, "list attribute Wrapped.data"),
    "renewed tuple": (renewed_tuple, "tuple attribute Shop.pairs"),
    "lists by key": (lists_by_key, "list attribute Shop.by_key"),
    "closure": (closure, "list closure of closure.<lambda>"),
    "default": (default, "list default of default.add"),
    "generator": (generator, "list local of generator waiting"),
    "cache": (cache, "_lru_cache_wrapper lru_cache of cache.<lambda>"),
    "partial": (partial, "list attribute Shop.partial"),
    "bound method": (bound_method, "list attribute Bag.things"),
    "thread local": (thread_local, "list thread-local kept"),
    "context variable": (context_variable, "list context variable kept"),
    "current context": (current_context, "list context variable current"),
    "loggers": (loggers, "loggerDict"),
    "finalizers": (finalizers, "weakref.finalize"),
    "queue": (queue_of_a_loop, "deque queue attribute Shop.queue"),
    "at exit": (at_exit, "list global atexit.callbacks" if sys.version_info >= (3, 10) else "atexit"),
    "text": (text, "str attribute Shop.text"),
    "wrapped again": (wrapped_again, "shop.wrapped.<closure before>"),
    "signal handlers": (signal_handlers, "handlers[*].<closure before>"),
    "slots": (slots, "list attribute Shop.slots"),
    "modules": (modules, "dict global sys.modules"),
    "sources": (sources, "dict global linecache.cache"),
    "long chain": (long_chain, "shop.long_chain.head"),
}


@pytest.fixture(autouse=True)
def all_that_there_is(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Walks without bounds, and nothing left of a test for the next one."""
    let_walks_visit_all(monkeypatch)
    with handled(signal.SIGUSR2):
        yield
    vars(shop).clear()
    shop.__init__()
    for table in (sys.modules, linecache.cache):
        for name in [name for name in table if name.startswith(("made_", "<made "))]:
            del table[name]


def grown(add: Add) -> list[dict[str, Any]]:
    """The rows of the last of several walks, each after a round of additions."""
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    rows: list[dict[str, Any]] = []
    for _ in range(ROUNDS):
        for _ in range(EACH):
            add()
        rows, _ = walks.take()
    return rows


@pytest.mark.parametrize("shape", SHAPES)
def test_what_grows_is_found_by_its_path(shape: str) -> None:
    make, words = SHAPES[shape]
    rows = [row for row in grown(make(True)) if words in row["holder"]["words"] or words in row["holder"]["trail"]]
    assert rows, shape
    assert rows[0]["growth"] >= EACH * 2


@pytest.mark.parametrize("shape", SHAPES)
def test_what_stays_as_it_is_is_not(shape: str) -> None:
    make, words = SHAPES[shape]
    rows = grown(make(False))
    assert not [row for row in rows if words in row["holder"]["words"] or words in row["holder"]["trail"]], shape


def test_the_outermost_container_is_the_holder() -> None:
    """Every run has a list of its own: their number grows, they do not."""
    shop.runs = []

    sizes = itertools.count(5)

    def add() -> None:
        shop.runs.append({"losses": [Payload() for _ in range(5 + next(sizes) % 3 + len(shop.runs) // 20)]})

    found = [row["holder"]["trail"] for row in grown(add) if "runs" in row["holder"]["trail"]]
    assert found == ["shop.runs"]


def test_containers_that_multiply_and_fill_are_both_told() -> None:
    """New accounts come, and each of them gets longer."""
    shop.accounts = {f"early-{number}": [] for number in range(40)}

    def add() -> None:
        shop.accounts[f"account-{len(shop.accounts)}"] = []
        for rows in shop.accounts.values():
            rows.append(Payload())

    found = {row["holder"]["trail"] for row in grown(add) if "accounts" in row["holder"]["trail"]}
    assert found == {"shop.accounts", "shop.accounts[*]"}


def test_a_walk_over_a_million_objects_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "MAX_VISITED", 12000)
    shop.many = [[Payload()] for _ in range(300_000)]
    shop.deep = {number: {"a": [Payload()]} for number in range(100_000)}
    walks = Walks(Sites())
    visited: list[int] = []
    visit = Shapes.children
    monkeypatch.setattr(
        Shapes, "children", lambda shapes, obj, interior: visited.append(1) or visit(shapes, obj, interior)
    )
    walks.take()
    assert 0 < len(visited) <= 12000 + walking.PER_PATH


def test_nothing_is_kept_between_walks() -> None:
    shop.kept = [Payload()]
    dead = weakref.ref(shop.kept[0])
    walks = Walks(Sites())
    walks.take()
    before = sys.getrefcount(shop.kept)
    steps = walks.steps()
    next(steps)  # in the middle of one
    after = sys.getrefcount(shop.kept)
    assert after == before
    shop.kept.clear()
    gc.collect()
    assert dead() is None


def test_no_key_of_the_programs_data_is_told() -> None:
    """A recording names attributes and variables, never values; the control: the container below the key is found."""
    shop.mails = {"alice@example.org": [], "bob": []}
    found = [
        row["holder"]
        for row in grown(lambda: _put(shop.mails["alice@example.org"], True))
        if "mails" in row["holder"]["trail"]
    ]
    assert found
    assert "alice" not in str(found)


class Worker:
    def __init__(self) -> None:
        self.frames: list[Payload] = []

    def at_work(self, walks: Walks) -> list[dict[str, Any]]:
        return walks.take()[0]


def test_what_a_method_has_in_hand_is_held_by_the_name_that_lasts() -> None:
    """A look meets one of the workers now inside its method and now outside: the path stays the one from the module's name."""
    shop.workers = [Worker(), Worker()]
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    rows: list[dict[str, Any]] = []
    for number in range(6):
        for worker in shop.workers:
            worker.frames += [Payload() for _ in range(EACH)]
        rows = shop.workers[0].at_work(walks) if number % 2 else walks.take()[0]
    found = [row for row in rows if "frames" in row["holder"]["trail"]]
    assert [row["holder"]["trail"] for row in found] == ["shop.workers[*].frames"]
    assert found[0]["length"] == 6 * 2 * EACH


def test_looking_at_a_function_makes_it_no_attributes() -> None:
    def plain_function() -> None: ...

    def remembering(seen: list[int] = []) -> None: ...  # noqa: B006

    remembering.calls = []  # type: ignore[attr-defined]
    shapes = Shapes()
    before = len(gc.get_referents(plain_function))
    assert not shapes.can_hold(plain_function)
    assert shapes.children(plain_function) == []
    assert len(gc.get_referents(plain_function)) == before
    assert [key[1] for key, _, _, _ in shapes.children(remembering)] == ["seen", "calls"]


def test_what_a_library_gives_under_several_names_is_visited_under_one(monkeypatch: pytest.MonkeyPatch) -> None:
    registry: dict[str, int] = {}
    for name in ("somewhere_one", "somewhere_two"):
        module = types.ModuleType(name)
        module.__file__ = logging.__file__
        module.registry = registry  # type: ignore[attr-defined]
        module.other = {}  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, name, module)
    names = Names(Sites())
    while not names.refresh():
        pass
    roots = [*names.of_standard(), *names.of_libraries(0, 1)]
    found = [key for key, _, _, _ in roots if key[2].startswith("somewhere_")]
    assert found == [
        ("global", "registry", "somewhere_one"),
        ("global", "other", "somewhere_one"),
        ("global", "other", "somewhere_two"),
    ]


def test_functions_of_other_languages_are_functions() -> None:
    numpy = pytest.importorskip("numpy")

    class Called:
        def __call__(self) -> None: ...

    assert all(map(plain.is_function, (type(numpy.concatenate), type(plain.is_function))))
    assert not any(map(plain.is_function, (Called, functools.partial, dict, property)))


def shared_registries(monkeypatch: pytest.MonkeyPatch) -> list[types.ModuleType]:
    """Modules of a library; each two that follow each other share a registry, to which nine names of either lead."""
    kind: Any = type("Owner", (), {"__module__": "logging"})
    modules = []
    for number in range(walking.ORDER + 1):
        module = types.ModuleType(f"somewhere_{number:02}")
        module.__file__ = logging.__file__
        module.registry = kind()  # type: ignore[attr-defined]
        setattr(module.registry, f"entries_{number}", [])
        for owned in [module, *modules[-1:]]:
            for name in range(9):
                owner = kind()
                owner.registry = owned.registry
                setattr(module, f"owner_{owned.__name__}_{name}", owner)
        modules.append(module)
        monkeypatch.setitem(sys.modules, module.__name__, module)
    return modules


def test_what_several_names_of_libraries_lead_to_keeps_its_path_over_all_walks(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [module.__name__ for module in shared_registries(monkeypatch)]
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    trails = []
    for _ in range(2 * ROUNDS):
        for number, name in enumerate(names):
            getattr(sys.modules[name].registry, f"entries_{number}").extend(Payload() for _ in range(EACH))
        rows = walks.take()[0]
        trails.append({row["holder"]["trail"] for row in rows if "entries_" in row["holder"]["trail"]})
    assert len(trails[3]) == len(names)
    assert trails[3:] == trails[3:4] * len(trails[3:])


def test_a_list_of_places_has_its_bound_and_its_newest_elements() -> None:
    (row,) = (row for row in grown(slots(True)) if row["holder"]["words"].endswith("Shop.slots"))
    assert (row["length"], row["bound"]) == (ROUNDS * EACH, 400)
    assert row["element_type"].endswith("Payload") and row["distinct"] == row["sampled"] > 1


def test_a_full_list_has_no_bound() -> None:
    (row,) = (row for row in grown(nested(True)) if "pixels" in row["holder"]["trail"])
    assert row["bound"] is None


def test_long_chains_are_counted_to_their_end_and_not_entered(monkeypatch: pytest.MonkeyPatch) -> None:
    entered = collections.Counter[int]()
    visit = walking._Walk._visit

    def counted(walk: Any, path: Any, members: list[Any], following: Any) -> None:
        if any("long_chain" in step["text"] for step in path.steps()):
            entered[walk.number] += len(members)
        visit(walk, path, members, following)

    monkeypatch.setattr(walking._Walk, "_visit", counted)
    rows = [row for row in grown(long_chain(True)) if "long_chain" in row["holder"]["trail"]]
    assert rows[0]["length"] == pytest.approx(ROUNDS * EACH * 300, abs=3)
    assert len(set(entered.values())) == 1 and len(entered) == ROUNDS  # as many in a chain of 3,600 as in one of 14,400


def test_a_chain_beyond_all_bounds_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walking, "ALONG", 1000)
    assert not [row for row in grown(long_chain(True)) if "long_chain" in row["holder"]["trail"]]


class Version:
    def __init__(self, fallback: Version | None) -> None:
        self.payload, self.fallback = Payload(), fallback


@pytest.mark.parametrize("renewed", [True, False])
def test_of_a_chain_the_name_of_its_newest_node_is_followed(renewed: bool) -> None:
    shop.current = Version(None)
    shop.last = shop.current
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    followed: list[Any] = []
    for _ in range(ROUNDS):
        for _ in range(EACH):
            if renewed:
                shop.current = Version(shop.current)
        followed = [obj for _ in walks.steps() for _, obj in walks.grown() if isinstance(obj, Named)]
    assert [obj.value() is shop.current for obj in followed] == ([True] if renewed else [])
