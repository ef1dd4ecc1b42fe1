"""The line that drives growth which nothing is known to hold: told where one line took what stayed, and only there."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from built import FILE, MB, loop
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis

from tensorleak.recording.reader import load

MAIN, SAVE, MAKE, DROP, INNER, DEEPER = range(10, 16)
SITES = {
    MAIN: [[FILE, 30, "main"]],
    SAVE: [[FILE, 31, "main"]],
    MAKE: [[FILE, 32, "main"]],
    DROP: [[FILE, 33, "main"]],
    INNER: [[FILE, 50, "save"], [FILE, 31, "main"]],
    DEEPER: [[FILE, 51, "save"], [FILE, 31, "main"]],
}
PER_ROUND = 400_000


def diagnosis(
    folder: Path, rows: list[list[int]], rounds: int = 20, autopsy: int = 0, cache: str = "kernels", **changes: Any
) -> Diagnosis:
    """Memory that grows under no name, with one stretch of lines that were weighed."""
    records = loop().takes_memory(PER_ROUND).collected(0.3).collected(0.8).records()
    sites = [{"id": number, "frames": frames} for number, frames in SITES.items()]
    grown = sum(row[1] for row in rows)
    weighed = {
        "k": "balance",
        "t": 6.0,
        "rounds": rounds,
        "grown": grown,
        "w": {"function_calls": rounds},
        "rows": rows,
    }
    records += [{"k": "sites", "rows": sites}, weighed | changes]
    if autopsy:
        readings = {"before": {"malloc.in_use": 140 * MB}, "after": {"malloc.in_use": 140 * MB - autopsy}}
        records.append(
            {"k": "look", "t": 12.5, "kind": "autopsy", "cache": cache, "seconds": 0.1, "final": True} | readings
        )
    path = folder / "driven.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    return diagnose(load(path))


def line(found: Diagnosis) -> int | None:
    (finding,) = found.findings
    assert finding.rule == "TL803"
    return finding.location.line if finding.location else None


TEMPORARY = [[MAKE, 20 * 900_000, 20], [DROP, -20 * 900_000, 20]]


def test_the_line_that_took_what_stayed_is_told(tmp_path: Path) -> None:
    found = diagnosis(tmp_path, [[MAIN, 0, 20], [SAVE, 20 * PER_ROUND, 20], *TEMPORARY])
    assert (found.verdict.value, line(found)) == ("unexplained", 31)


def test_the_search_goes_down_as_long_as_one_line_took_it(tmp_path: Path) -> None:
    assert line(diagnosis(tmp_path, [[SAVE, 0, 20], [INNER, 20 * PER_ROUND, 20], [DEEPER, 0, 20], *TEMPORARY])) == 50
    both = [[SAVE, 0, 20], [INNER, 10 * PER_ROUND, 20], [DEEPER, 10 * PER_ROUND, 20], *TEMPORARY]
    assert line(diagnosis(tmp_path, both)) == 31  # which of the two it is nobody knows: they are called from here


NOT_TOLD: dict[str, tuple[list[list[int]], dict[str, Any]]] = {
    "two lines that took as much": (
        [[SAVE, 20 * PER_ROUND, 20], [MAKE, 20 * PER_ROUND, 20], [DROP, -20 * PER_ROUND, 20]],
        {},
    ),
    "many lines that took a part each": ([[SAVE, 20 * PER_ROUND // 2, 20], [MAKE, 20 * PER_ROUND // 2, 20]], {}),
    "too few rounds": ([[SAVE, 4 * PER_ROUND, 4]], {"rounds": 4}),
    "a line that was entered before": ([[SAVE, 20 * PER_ROUND, 0]], {}),
    "growth of another kind": ([[SAVE, 20 * 40 * PER_ROUND, 20]], {}),  # a cache that filled just then
    "memory that did not grow then": ([[SAVE, 0, 20], *TEMPORARY], {}),
    "none of the program's lines": ([[-1, 20 * PER_ROUND, 0]], {}),
}


@pytest.mark.parametrize("case", NOT_TOLD)
def test_no_line_is_told_where_it_is_not_known(case: str, tmp_path: Path) -> None:
    rows, changes = NOT_TOLD[case]
    found = diagnosis(tmp_path, rows, **changes)
    assert (found.verdict.value, line(found)) == ("unexplained", None)


@pytest.mark.parametrize(
    "cache, name, holder",
    [
        ("kernels", "kernels-kept", "TensorFlow's cache of kernels"),
        ("scalars", "numbers-kept", "TensorFlow's cache of Python numbers"),
    ],
)
def test_what_emptying_a_cache_freed_is_held_by_it(cache: str, name: str, holder: str, tmp_path: Path) -> None:
    rows = [[SAVE, 20 * PER_ROUND, 20]]
    held = diagnosis(tmp_path, rows, autopsy=35 * MB, cache=cache)
    assert (held.verdict.value, line(held), held.findings[0].holder) == ("leak", 31, holder)
    assert held.findings[0].name == name
    other = diagnosis(tmp_path, rows, autopsy=2 * MB, cache=cache)  # what any program has there
    assert (other.verdict.value, other.findings[0].holder) == ("unexplained", None)
