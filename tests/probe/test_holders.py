"""What holds an object is told in the user's words; each holder that is found has one beside it that is not there."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import gc
import itertools
import queue
import sys
import weakref
from collections import UserList, deque
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import numpy
import pytest
from tensorleak_probe import plain
from tensorleak_probe.looks.children import contained
from tensorleak_probe.looks.contents import describe_contents
from tensorleak_probe.looks.walk import find_holders
from tensorleak_probe.sites import Sites

history: list[object] = []


class Trainer:
    shared: list[object] = []

    def __init__(self) -> None:
        self.losses: list[object] = [object() for _ in range(10)]
        self.by_name = {"loss": [object()]}


class Slotted:
    __slots__ = ("kept",)

    def __init__(self) -> None:
        self.kept = [object()]


def words(container: object) -> str | None:
    found = find_holders([container], Sites()).get(id(container))
    return found["words"] if found else None


def test_attribute() -> None:
    trainer = Trainer()
    assert words(trainer.losses) == "list attribute Trainer.losses"


def test_the_list_inside_a_librarys_object_has_the_programs_name() -> None:
    trainer = Trainer()
    trainer.losses = UserList(object() for _ in range(10))  # type: ignore[assignment]
    told = words(trainer.losses.data)  # type: ignore[attr-defined]
    assert told == "list attribute Trainer.losses"


def test_attribute_with_slots() -> None:
    slotted = Slotted()
    assert words(slotted.kept) == "list attribute Slotted.kept"


def test_class_attribute() -> None:
    assert words(Trainer.shared) == "list attribute Trainer.shared"


def test_module_global() -> None:
    assert words(history).endswith(".history")


def collecting() -> str | None:
    results = [object()]
    return words(results)


def test_local() -> None:
    assert collecting() in ("list local 'results' in collecting()", "list local 'container' in words()")


def test_nested_in_a_dict() -> None:
    trainer = Trainer()
    assert words(trainer.by_name["loss"]) == "list attribute Trainer.by_name"


def make_step():
    kept: list[object] = []

    def step(x: object) -> None:
        kept.append(x)

    return step


def test_closure() -> None:
    step = make_step()
    container = step.__closure__[0].cell_contents
    found = find_holders([container], Sites())[id(container)]
    assert found["name"] in ("kept", "container")


@functools.cache
def encode(number: int) -> list[int]:
    return [number]


def test_lru_cache() -> None:
    for number in range(5):
        encode(number)
    assert words(encode) == "_lru_cache_wrapper lru_cache of encode"


class Service:
    def __init__(self, jobs: Any) -> None:
        self.jobs = jobs


@pytest.mark.parametrize("make", [queue.Queue, asyncio.Queue])
@pytest.mark.parametrize(("size", "bound"), [(0, None), (16, 16)])
def test_queue(make: Callable[[int], Any], size: int, bound: int | None) -> None:
    service = Service(make(size))
    service.jobs.put_nowait(1)
    items = getattr(service.jobs, "queue", None) or service.jobs._queue
    found = find_holders([items], Sites())[id(items)]
    assert (found["scope"], found["name"], found["bound"]) == ("queue", "jobs", bound)


def test_looking_keeps_nothing_alive() -> None:
    trainer = Trainer()
    ref = weakref.ref(trainer)
    find_holders([trainer.losses], Sites())
    del trainer
    gc.collect()
    assert ref() is None


def deleting(sites: Sites, other: list[object]) -> object:
    big = Trainer()
    ref = weakref.ref(big)
    find_holders([other], sites)
    del big
    return ref()


@pytest.mark.skipif(sys.version_info >= (3, 13), reason="f_locals is a live view from 3.13 on")
def test_a_local_deleted_after_the_look_dies_at_once() -> None:
    assert deleting(Sites(), [object()]) is None


def test_contents_of_plain_objects() -> None:
    row = describe_contents([{"loss": 1.0, "text": str(i) * 500} for i in range(10, 40)])
    assert row["contents"] == "object"
    assert row["element_bytes"] > 500


def in_a_context(payload: bytes) -> contextvars.Context:
    context = contextvars.copy_context()
    context.run(contextvars.ContextVar("kept").set, [payload])
    return context


def queued() -> object:
    waiting: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    for _ in range(30):
        waiting.put(bytes(10_000))
    return contained(waiting)


@pytest.mark.parametrize(
    "kept",
    [
        {number: in_a_context(bytes(10_000)) for number in range(30)},
        {(number, "x" * 10_000 + str(number)): True for number in range(30)},
        queued(),
    ],
    ids=["contexts", "keys", "a simple queue"],
)
def test_contents_of_what_has_no_visible_parts(kept: object) -> None:
    row = describe_contents(kept)
    assert 8_000 < row["element_bytes"] < 14_000
    assert row["distinct"] > 10


def test_classes_are_weighed_with_what_they_store() -> None:
    """A class per experiment, in a registry: it keeps what its body has made, and what all of them share is not theirs."""
    shared = numpy.ones(50_000, "float32")

    def made(body: Any) -> Any:
        return type("Experiment", (), {"table": body, "shared": shared, "run": lambda self: self.table})

    heavy = describe_contents([made(numpy.ones(50_000, "float32")) for _ in range(8)])
    light = describe_contents([made("table") for _ in range(8)])
    assert heavy["contents"] == "array" and heavy["element_bytes"] > 200_000
    assert light["contents"] == "object" and light["element_bytes"] < 20_000


def test_short_keys_weigh_nothing() -> None:
    assert describe_contents({str(number): True for number in range(30)})["element_bytes"] < 200


def test_contents_count_shared_elements_once() -> None:
    shared = {"text": "x" * 10_000}
    assert describe_contents([shared] * 30)["distinct"] == 1
    assert describe_contents(deque(maxlen=5))["bound"] == 5


class Job:
    def __init__(self, payload: object) -> None:
        self.payload = payload

    def run(self) -> None: ...


def waiting(payload: object) -> Iterator[object]:
    yield payload


def failed(payload: object) -> Exception:
    def inner(held: object) -> None:
        raise ValueError("no")

    try:
        inner(payload)
    except ValueError as error:
        return error
    raise AssertionError


def begun(payload: object) -> Iterator[object]:
    generator = waiting(payload)
    next(generator)
    return generator


async def served(payload: object) -> object:
    return payload


def done(payload: object) -> asyncio.Task[object]:
    async def main() -> asyncio.Task[object]:
        task = asyncio.ensure_future(served(payload))
        await task
        return task

    return asyncio.run(main())


CODE = {
    "a task that is done": done,
    "a closure": lambda payload: lambda: payload,
    "a default": lambda payload: lambda held=payload: held,
    "a partial": lambda payload: functools.partial(print, payload),
    "a bound method": lambda payload: Job(payload).run,
    "a suspended generator": begun,
    "an exception": failed,
}


def test_elements_of_an_extension_module_are_opaque() -> None:
    shared = msgspec.json.Decoder()
    assert describe_contents([(n, msgspec.json.Decoder()) for n in range(30)])["opaque"]
    assert not describe_contents([(n, shared) for n in range(30)])["opaque"]
    assert not describe_contents([(n, Trainer()) for n in range(30)])["opaque"]


class Unhashable(type):
    __hash__ = None  # type: ignore[assignment]

    def __eq__(cls, other: object) -> bool:
        return False


def test_a_type_that_refuses_to_be_looked_up_is_not_opaque() -> None:
    kind = Unhashable("Odd", (), {})
    assert describe_contents([kind() for _ in range(30)])["opaque"] is False


DATA = [bytes(10_000 + number) for number in range(30)]


class Model:
    """Named as Keras names it: by its module, its class and that it can be called."""

    __module__ = "keras.src.models"

    def __call__(self) -> None: ...


class History:
    def __init__(self, model: object) -> None:
        self.model = model


def test_models_are_seen_below_what_a_training_run_returns() -> None:
    assert describe_contents([(number, History(Model())) for number in range(30)])["contents"] == "model"


def test_one_model_in_every_element_is_not_what_it_holds() -> None:
    shared = Model()
    assert describe_contents([(number, History(shared)) for number in range(30)])["contents"] == "object"


@pytest.mark.parametrize("kind", CODE)
def test_contents_of_what_code_has_in_hand(kind: str) -> None:
    row = describe_contents([CODE[kind](bytes(10_000)) for _ in range(30)])
    assert 10_000 < row["element_bytes"] < 13_000


@pytest.mark.parametrize("kind", CODE)
def test_what_all_elements_share_is_not_theirs(kind: str) -> None:
    shared = bytes(10_000)
    assert describe_contents([CODE[kind](shared) for _ in range(30)])["element_bytes"] < 3_000


def rejected(service: object, window: object, before: BaseException | None) -> BaseException:
    """An error that is raised from the one before, and whose frames have a window of their own in hand."""
    try:
        raise ValueError("flat") from before
    except ValueError as error:
        return error


def kept_errors(number: int, service: object) -> deque[BaseException]:
    errors: deque[BaseException] = deque()
    for _ in range(number):
        window = [bytes(500 + size) for size in range(20)]
        errors.append(rejected(service, window, errors[-1] if errors else None))
    return errors


def test_a_chain_holds_what_each_of_its_nodes_keeps_and_not_what_all_lead_to() -> None:
    """The node before is not a part of the next one; the service that all of them ran in, with its model, is nobody's."""
    row = describe_contents(kept_errors(20, [History(Model())]))
    assert row["contents"] == "object" and 10_000 < row["element_bytes"] < 20_000


def made_class(data: object) -> type:
    class Quantizer:
        def call(self) -> object:
            return data

    return Quantizer


def test_a_class_keeps_what_its_methods_have_in_hand() -> None:
    shared = bytes(10_000)
    row, same = (describe_contents([made_class(data or shared) for data in each]) for each in (DATA, [None] * 30))
    assert row["users"] and row["element_bytes"] - same["element_bytes"] > 9_000
    assert not describe_contents([queue.Queue, UserList, deque, Iterator])["users"]
    assert not describe_contents([Trainer() for _ in range(30)])["users"]


def test_neighbours_may_share() -> None:
    """The next state of one transition is the state of the following one."""
    states = [bytes(10_000) for _ in range(31)]
    row = describe_contents(list(itertools.pairwise(states)))
    assert row["element_bytes"] > 10_000


def test_looking_into_code_leaves_nothing_behind() -> None:
    job = Job(object())
    error = failed(job)
    before = sys.getrefcount(job)
    describe_contents([error, begun(job), job.run])
    gc.collect()
    assert sys.getrefcount(job) == before


class Archive:
    def __init__(self) -> None:
        self.by_tick = {tick: bytes(tick) for tick in range(20)}
        self.names = ["a"]


def test_dicts_of_plain_data_are_found_though_the_collector_does_not_track_them() -> None:
    archive = Archive()
    assert not gc.is_tracked(archive.by_tick)
    assert words(archive.by_tick) == "dict attribute Archive.by_tick"


class Called:
    """A model of the program's own, which is called as one."""

    def __init__(self, size: int) -> None:
        self.weights = bytes(size)

    def __call__(self) -> int:
        return len(self.weights)


def wrapped(model: Called) -> tuple[bool, object]:
    """As `ExitStack.callback` keeps what it is given."""
    arguments = (model,)

    def wrapper() -> object:
        return arguments

    return False, wrapper


def test_a_model_of_the_programs_own_is_weighed_although_it_can_be_called() -> None:
    assert describe_contents([wrapped(Called(10_000 + number)) for number in range(30)])["element_bytes"] > 9_000
    shared = Called(1_000_000)
    assert describe_contents([wrapped(shared) for _ in range(30)])["element_bytes"] < 5_000


class Queued:
    """A job of a table: its result may be taken while the job itself stays."""

    def __init__(self, result: object) -> None:
        self.result = result


def test_elements_that_were_emptied_since_they_came_weigh_little() -> None:
    """A table of jobs whose results are taken: only the newest ones have one."""
    taken: list[Queued] = [Queued(None) for _ in range(980)]
    late = [Queued(numpy.ones(50_000, "float32")) for _ in range(1000)]
    whole, drained = describe_contents(late), describe_contents(taken + late[:20])
    assert whole["contents"] == "array" and whole["element_bytes"] > 200_000
    assert drained["element_bytes"] < 20_000
    assert describe_contents(dict(enumerate(taken + late[:20])))["element_bytes"] < 20_000
    assert describe_contents(deque(taken + late[:20]))["element_bytes"] < 20_000


def test_what_came_since_it_grows_is_what_is_weighed() -> None:
    light, heavy = [Queued(None) for _ in range(900)], [Queued(numpy.ones(50_000, "float32")) for _ in range(100)]
    for kept in (light + heavy, deque(light + heavy), dict(enumerate(light + heavy))):
        assert describe_contents(kept, 100)["element_bytes"] > 200_000


class Season:
    """An element that is a small world of its own: episodes by their end, their steps, and an array in each."""

    def __init__(self, made: Any) -> None:
        self.best = 0.5
        self.episodes = {
            end: [{"number": n, "steps": [Queued(made()) for _ in range(8)]} for n in range(25)] for end in "ab"
        }


def test_large_elements_are_weighed_by_samples_of_what_is_in_them() -> None:
    row = describe_contents([Season(lambda: numpy.ones(1000, "float32")) for _ in range(6)])
    assert row["contents"] == "array"
    assert 0.6 < row["element_bytes"] / (2 * 25 * 8 * 4200) < 1.6


def test_what_large_elements_share_is_not_weighed_again_and_again() -> None:
    shared = numpy.ones(1000, "float32")
    assert describe_contents([Season(lambda: shared) for _ in range(6)])["element_bytes"] < 300_000
    assert describe_contents([[7] * 100_000 for _ in range(6)])["element_bytes"] < 1_000_000


@pytest.mark.parametrize("kind", [list, tuple, deque, lambda numbers: dict(enumerate(numbers))])
@pytest.mark.parametrize(
    ("total", "count", "span"), [(100, 8, 100), (15, 8, 15), (5, 3, 5), (3, 8, 3), (1000, 10, 200)]
)
def test_elements_are_spread_over_what_has_grown(kind: Any, total: int, count: int, span: int) -> None:
    found = plain.spread(kind(range(total)), count, span)
    steps = [later - earlier for earlier, later in itertools.pairwise(found)]
    assert len(found) == min(count, span) and found[-1] == total - 1
    assert max(steps) - min(steps) <= 1
    assert total - span <= found[0] < total - span + span // count + 1


class Rows(list[int]):
    def __init__(self, size: int) -> None:
        super().__init__(range(1000, 1000 + size))
        self.mask = bytearray(1_000_000)


def test_what_a_list_has_beside_its_elements_is_weighed() -> None:
    assert describe_contents([Rows(size) for size in (5, 9, 500)])["element_bytes"] > 900_000


def test_labels_that_are_everywhere_are_not_multiplied() -> None:
    labels = [f"label of the kind {number:05d}" for number in range(100)]
    rows = [[labels[(row * 7 + place * 13) % 100] for place in range(1000)] for row in range(60)]
    assert describe_contents(rows)["element_bytes"] < 12_000
