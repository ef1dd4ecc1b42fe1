"""Recordings: whatever stands in them, a report comes in bounded time and memory, or one clear line."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import WILD, blob, get, like, lines_of, paths, put, real_recordings, struct, text, torn
from tensorleak_engine import records

KIND = "recording"
SEEDS = sorted((Path(__file__).parent / "seeds" / KIND).glob("*.jsonl"))
BASES = real_recordings()
RECORD = st.one_of(*(struct(kind) for kind in records.KINDS.values()))
HEADER = struct(records.Header).map(lambda header: header | {"k": "header", "format": records.FORMAT})
Lines = list[dict[str, Any]]


@st.composite
def mutant(draw: st.DrawFn) -> bytes:
    """A recording that a program wrote, with one to four things wrong in it."""
    lines: Lines = copy.deepcopy(draw(st.sampled_from(BASES)))
    for _ in range(draw(st.integers(1, 4))):
        change = draw(st.sampled_from([one_place, one_place, everywhere, everywhere, ramp, keys, copies, order, made]))
        change(draw, lines)
    return draw(torn(lines_of(lines)))


def one_place(draw: st.DrawFn, lines: Lines) -> None:
    """One value of one record."""
    line = draw(st.sampled_from(lines))
    at = draw(st.sampled_from(paths(line) or [("k",)]))
    wild = draw(WILD)
    put(line, at, copy.deepcopy(draw(like(get(line, at), wild))), remove=wild and draw(st.booleans()))


def everywhere(draw: st.DrawFn, lines: Lines) -> None:
    """The same field of all records of a kind."""
    model = draw(st.sampled_from(lines))
    at = draw(st.sampled_from(paths(model) or [("k",)]))
    new = draw(like(get(model, at), draw(WILD)))
    if len(str(new)) > 5000:
        return  # so much in every record is no recording any more
    for line in lines:
        if line.get("k") == model.get("k"):
            put(line, at, copy.deepcopy(new))


def ramp(draw: st.DrawFn, lines: Lines) -> None:
    """A field that rises, falls or jumps from record to record, so that something seems to grow."""
    model = draw(st.sampled_from(lines))
    at = draw(st.sampled_from(paths(model) or [("t",)]))
    step = draw(st.sampled_from([1, -1, 0.1, 1000, 10**6, 2**40, -(10**9)]))
    alike = [line for line in lines if line.get("k") == model.get("k")]
    for place, line in enumerate(alike):
        put(line, at, place * step)


def keys(draw: st.DrawFn, lines: Lines) -> None:
    """Gauges and counters with names of their own, some of them growing."""
    field = draw(st.sampled_from(["g", "w", "before", "after", "trimmed"]))
    names = draw(st.lists(text.filter(lambda words: len(words) < 5000), min_size=1, max_size=3))
    for place, line in enumerate(lines):
        if isinstance(line.get(field), dict):
            line[field].update(dict.fromkeys(names, place * 1000))


def copies(draw: st.DrawFn, lines: Lines) -> None:
    """Records that come several times."""
    place = draw(st.integers(0, len(lines) - 1))
    lines[place:place] = [copy.deepcopy(lines[place])] * draw(st.integers(1, 50))


def order(draw: st.DrawFn, lines: Lines) -> None:
    """Records that change places."""
    a, b = draw(st.integers(0, len(lines) - 1)), draw(st.integers(0, len(lines) - 1))
    lines[a], lines[b] = lines[b], lines[a]


def made(draw: st.DrawFn, lines: Lines) -> None:
    """A record out of nothing."""
    lines.insert(draw(st.integers(1, len(lines))), draw(RECORD))


ANYTHING = st.one_of(
    mutant(),
    mutant(),
    mutant(),
    st.tuples(HEADER, st.lists(RECORD, max_size=25)).map(lambda pair: lines_of([pair[0], *pair[1]])).flatmap(torn),
    blob,
)


def test_whatever_a_recording_holds(reading: Any, hunt: Callable[[Callable[[], None]], None]) -> None:
    file = reading.folder / "r.jsonl"

    @settings(max_examples=settings().max_examples if settings().database else 150)
    @given(ANYTHING)
    def prop(data: bytes) -> None:
        file.write_bytes(data)
        reading(file)

    hunt(prop)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_what_once_did_harm(seed: Path, reading: Any) -> None:
    reading(seed)
