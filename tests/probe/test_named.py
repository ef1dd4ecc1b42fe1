"""What grows as a whole under one name is seen to grow, with the line that makes it longer; what is only replaced is not."""

from __future__ import annotations

import array
import contextvars
import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest
from support import ROOT
from tensorleak_probe.looks.children import Shapes
from tensorleak_probe.looks.named import current_variable, measure_of, name_in
from tensorleak_probe.looks.walk import Walks
from tensorleak_probe.sites import Sites
from walks import let_walks_visit_all

INTERPRETERS = [sys.executable, str(ROOT / ".envs" / "tf1" / "bin" / "python")]
PART = 3000


class Desk:
    """One name for each kind of buffer."""

    text = ""

    def __init__(self) -> None:
        self.log = io.BytesIO()
        self.points = array.array("f")
        self.seen = numpy.zeros((0, PART), "float32")
        self.body = bytearray()
        self.raw = b""
        self.record = {"joined": ""}


desk = Desk()
last = ""


def write(grows: bool) -> None:
    if not grows:
        desk.log.seek(0)
        desk.log.truncate()
    desk.log.write(bytes(10 * PART))


def extend(grows: bool) -> None:
    desk.points = desk.points if grows else array.array("f")
    desk.points.extend([0.0] * PART)


def concatenate(grows: bool) -> None:
    desk.seen = numpy.concatenate([desk.seen[0 if grows else -4 :], numpy.ones((4, PART), "float32")])


def add_bytes(grows: bool) -> None:
    desk.raw = (desk.raw if grows else b"") + bytes(2 * PART)


def add_in_place(grows: bool) -> None:
    if not grows:
        desk.body.clear()
    desk.body += bytes(2 * PART)


def add_to_class(grows: bool) -> None:
    Desk.text = (Desk.text if grows else "") + "x" * 2 * PART


def add_to_record(grows: bool) -> None:
    desk.record["joined"] = (desk.record["joined"] if grows else "") + "x" * 2 * PART


def add_to_global(grows: bool) -> None:
    global last
    last = (last if grows else "") + "x" * 2 * PART


WAYS: dict[str, Callable[[bool], None]] = {
    "BytesIO attribute Desk.log": write,
    "array attribute Desk.points": extend,
    "ndarray attribute Desk.seen": concatenate,
    "bytes attribute Desk.raw": add_bytes,
    "bytearray attribute Desk.body": add_in_place,
    "str attribute Desk.text": add_to_class,
    "str attribute Desk.record": add_to_record,
    "str global test_named.last": add_to_global,
}


def grown(way: Callable[[bool], None], grows: bool) -> list[dict[str, Any]]:
    """Rows of what a few walks found growing as a whole."""
    walks = Walks(Sites())
    while not walks.prepare():
        pass
    rows: list[dict[str, Any]] = []
    for _ in range(5):
        way(grows)
        rows, _ = walks.take()
        walks.grown()
    return [row for row in rows if row.get("whole")]


@pytest.mark.parametrize(("words", "way"), WAYS.items(), ids=[way.__name__ for way in WAYS.values()])
def test_a_buffer_that_grows_is_found_by_its_name(
    words: str, way: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    let_walks_visit_all(monkeypatch)
    rows = grown(way, grows=True)
    assert words in {row["holder"]["words"] for row in rows}
    row = next(row for row in rows if row["holder"]["words"] == words)
    assert row["growth"] * row["element_bytes"] >= 2 * 2 * PART


@pytest.mark.parametrize("way", WAYS.values(), ids=[way.__name__ for way in WAYS.values()])
def test_one_that_is_made_anew_is_not(way: Callable[[bool], None], monkeypatch: pytest.MonkeyPatch) -> None:
    let_walks_visit_all(monkeypatch)
    way(False)
    assert grown(way, grows=False) == []


class Own(io.BytesIO):
    def __sizeof__(self) -> int:
        raise AssertionError("the program's own code is not asked")


@pytest.mark.parametrize(
    "kind", [Own, dict, list, type, type(print), type(test_one_that_is_made_anew_is_not), object, float, Desk]
)
def test_only_buffers_of_objects_written_in_c_are_measured(kind: type) -> None:
    assert measure_of(kind) is None


def test_a_name_is_asked_anew_each_time() -> None:
    holder = {"name": b"ab"}
    name = name_in(holder, "name", lambda value: len(value) if type(value) is bytes else None)
    assert name is not None and name.number() == 2
    holder["name"] = holder["name"] + b"c"
    assert name.number() == 3
    holder["name"] = [4, 5]  # type: ignore[assignment]
    assert name.number() == 2
    holder["name"].append(6)  # type: ignore[attr-defined]
    assert name.number() == 3
    del holder["name"]
    assert name.number() == 0


def test_a_variable_of_the_context_that_runs_is_asked_there() -> None:
    trail: contextvars.ContextVar[tuple[int, ...]] = contextvars.ContextVar("trail")
    trail.set((1,))
    name = current_variable(contextvars.copy_context(), "trail", lambda value: None)
    assert name is not None and name.number() == 1
    trail.set((1, 2))
    assert name.number() == 2
    assert contextvars.Context().run(name.number) == 0
    assert current_variable(contextvars.Context(), "trail", len) is None


class Word(str):
    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        raise AssertionError("the program's own code is not asked")

    __hash__ = str.__hash__


def test_names_that_compare_by_code_of_the_programs_are_left_alone() -> None:
    variable: contextvars.ContextVar[list[int]] = contextvars.ContextVar(Word("steps"))
    variable.set([1])
    context = contextvars.copy_context()
    assert current_variable(context, "steps", lambda value: None) is None
    assert not [row for row in Shapes().children(context) if row[2][0] is variable.get()]


def test_what_has_no_namespace_has_no_names() -> None:
    class Slotted:
        __slots__ = ("name",)

    slotted = Slotted()
    slotted.name = b"ab"  # type: ignore[attr-defined]
    assert name_in(slotted, "name", len) is None
    assert name_in(3, "real", len) is None
    assert name_in({}, "name", len) is None


FOLLOWED = """
import array, contextvars, io, sys
from tensorleak_probe.looks.additions import ARRIVAL, Additions
from tensorleak_probe.looks.children import Shapes
from tensorleak_probe.looks.named import name_in
from tensorleak_probe.sites import Sites

class Probe:
    def __init__(self):
        self.sites, self.records, self.writer = Sites(), [], self
    def write(self, record):
        self.records.append(record)
    def write_new_sites(self):
        pass
    def elapsed(self):
        return 0.0
    def keep(self, where, error):
        raise error

class Desk:
    def __init__(self):
        self.raw, self.log, self.points = b"", io.BytesIO(), array.array("f", [0.0] * 9000)
        self.pairs, self.rows = (), []
    total = "x" * 5000

desk = Desk()
words = "x" * 5000
trail = contextvars.ContextVar("trail", default=())
trail.set(())
probe = Probe()
additions = Additions(probe)
TEXT = open(__file__).read().splitlines()
def once(n):
    desk.raw = desk.raw + b"y" if n < 0 else desk.raw  # once
def last_word(n):
    global words
    words += " " + str(n)  # worded
    return words
def rounds():
    for n in range(40):
        desk.raw = desk.raw + bytes(5000)  # joined
        desk.log.write(bytes(5000))  # written
        desk.points.extend([0.0] * 2000)  # extended
        desk.pairs = desk.pairs + ((n, n),)  # paired
        desk.rows = desk.rows + [n]  # listed
        desk.rows = list(desk.rows)
        Desk.total += "text"  # added
        trail.set(trail.get() + (n,))  # set
        word = last_word(n)
        once(n)
once(-1)
measure = Shapes().amount
names = ["raw", "log", "points", "pairs", "rows", "total", "trail", "words"]
context = contextvars.copy_context()
owners = [desk, desk, desk, desk, desk, Desk, context, globals()]
followed = [(number, name_in(owner, name, measure)) for number, (owner, name) in enumerate(zip(owners, names))]
for begun in (followed[:4], followed[4:]):
    additions.begin(begun)
    context.run(rounds)
    additions.settle(patient=False)
for row in sorted(probe.records[-1]["rows"]):
    file, line, function = probe.sites.rows[row[1]]["frames"][0]
    print(names[row[0]], TEXT[line - 1].split("#")[1].strip(), function)
"""


@pytest.mark.parametrize("python", INTERPRETERS, ids=["desk", "tf1"])
def test_the_line_that_makes_it_longer_is_found(python: str, tmp_path: Path) -> None:
    if not Path(python).exists():
        pytest.skip("the TensorFlow 1.15 lane is not installed")
    path = tmp_path / "program.py"
    path.write_text(FOLLOWED)
    environment = {"PYTHONPATH": str(ROOT / "probe" / "src"), "PATH": "/usr/bin:/bin"}
    done = subprocess.run([python, str(path)], capture_output=True, text=True, env=environment, timeout=60)
    assert done.stderr == ""
    assert done.stdout.splitlines() == [
        "raw joined rounds",
        "log written rounds",
        "points extended rounds",
        "pairs paired rounds",
        "rows listed rounds",
        "total added rounds",
        "trail set rounds",
        "words worded last_word",
    ]
