"""Readings that are no evidence: a look that was cut short, did not visit a name, or came too early; a count that is seldom read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from built import MB, loop
from tensorleak_engine import diagnose
from tensorleak_engine.model.diagnosis import Diagnosis, Verdict

from tensorleak.recording.reader import load

SEEN = 100  # rounds


def diagnosed(records: list[dict[str, Any]], folder: Path) -> Diagnosis:
    path = folder / "changed.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in records))
    return diagnose(load(path))


def with_later_looks(folder: Path, library: bool, **said: bool) -> Diagnosis:
    """A table that is seen to grow in most of the loop; the looks of the rest, which say this of themselves, do not see it."""
    built = loop().takes_memory(20_000).held_by("dict global registry.table", library=library).collected()
    records = built.records()
    for record in records:
        if record.get("kind") == "census" and record["w"]["function_calls"] > SEEN:
            record.update(said, containers=[])
    return diagnosed(records, folder)


@pytest.mark.parametrize(
    ("library", "said", "stopped"),
    [
        (False, {}, True),
        (False, {"cut": True}, False),
        (True, {"libraries": False}, False),
        (True, {"libraries": True}, True),
        (False, {"libraries": False}, True),
    ],
    ids=["whole", "cut short", "names not visited", "names visited", "own names are always visited"],
)
def test_what_a_look_could_not_see_has_not_stopped(
    library: bool, said: dict[str, bool], stopped: bool, tmp_path: Path
) -> None:
    found = with_later_looks(tmp_path, library, **said)
    assert any(finding.holder for finding in found.findings if finding.verdict is Verdict.LEAK) is not stopped


def counted_seldom(rise: float, folder: Path) -> Diagnosis:
    """A loop of eager operations: how many tensors were made is read at every twentieth sample only."""
    records = loop().takes_memory(rise).collected().records()
    made = 0
    for record in records:
        number = record.get("w", {}).pop("function_calls", None)
        if record["k"] == "sample":
            made = 50 * number if number % 20 == 0 else made
            record["g"]["tensor.created"] = made
    return diagnosed(records, folder)


@pytest.mark.parametrize(("rise", "grows"), [(0.3 * MB, True), (0.0, False)], ids=["rises", "flat"])
def test_work_goes_on_between_its_readings(rise: float, grows: bool, tmp_path: Path) -> None:
    verdict = counted_seldom(rise, tmp_path).verdict
    assert (verdict in (Verdict.UNEXPLAINED, Verdict.GROWING)) is grows


@pytest.mark.parametrize(("by", "even"), [(0.2 * MB, True), (0.05 * MB, False)], ids=["16 MB", "4 MB"])
def test_even_growth_is_not_steady(by: float, even: bool, tmp_path: Path) -> None:
    """Three per cent of a process of 500 MB are 15 MB: what grows evenly is told from 12 MB on."""
    verdict = loop().takes_memory(by).collected(at=0.9).diagnosis(tmp_path).verdict
    assert (verdict is not Verdict.STEADY) is even


@pytest.mark.parametrize(("at", "released"), [(0.4, False), (0.95, True)], ids=["before most of it came", "after"])
def test_a_collection_tells_of_what_had_come(at: float, released: bool, tmp_path: Path) -> None:
    """The collection returns what had come until then."""
    built = loop().takes_memory(0.3 * MB).collected(at=at, frees=("malloc.in_use", "process.rss"))
    verdict = built.diagnosis(tmp_path).verdict
    assert (verdict in (Verdict.DEFERRED, Verdict.STEADY, Verdict.RETAINED, Verdict.BOUNDED)) is released


@pytest.mark.parametrize(
    ("frees", "released"),
    [(("process.rss",), False), (("process.rss", "malloc.in_use"), True)],
    ids=["pages that were free", "what was in use"],
)
def test_a_trim_says_nothing_of_what_is_in_use(frees: tuple[str, ...], released: bool, tmp_path: Path) -> None:
    verdict = loop().takes_memory(0.3 * MB).collected(at=0.95, frees=frees).diagnosis(tmp_path).verdict
    assert (verdict in (Verdict.DEFERRED, Verdict.STEADY, Verdict.RETAINED, Verdict.BOUNDED)) is released


@pytest.mark.parametrize(
    ("by", "nbytes", "told"),
    [(0.002, 100_000, False), (0.01, 100_000, False), (0.01, 300_000, True), (0.002, 3_000_000, True)],
    ids=["a few light ones", "more of them in six rises", "many", "a few heavy ones"],
)
def test_a_few_light_elements_in_thousands_of_rounds_are_no_leak(
    by: float, nbytes: int, told: bool, tmp_path: Path
) -> None:
    """Levels of a merge, buckets of a histogram: they grow with the logarithm of the work."""
    found = loop(rounds=3600).held_by("list attribute Levels.levels", nbytes=nbytes, by=by)
    assert (found.diagnosis(tmp_path).verdict in (Verdict.LEAK, Verdict.GROWING)) is told


@pytest.mark.parametrize(("grows", "told"), [(0, False), (20_000, True)], ids=["flat", "grows on"])
def test_memory_that_is_flat_since_the_last_look_speaks_against_arrays(
    grows: float, told: bool, tmp_path: Path
) -> None:
    """The budget of looks was spent early: malloc's own count tells whether what was seen growing went on."""
    built = loop().held_by("list attribute Service.history", "array", nbytes=20_000, by=10).collected(at=0.9)
    records = (built.takes_memory(10 * grows) if grows else built).records()
    seen = [r for r in records if r.get("kind") != "census" or r["w"]["function_calls"] <= 0.7 * built.rounds]
    assert (diagnosed(seen, tmp_path).verdict is Verdict.LEAK) is told


@pytest.mark.parametrize(
    ("above", "rises", "told"),
    [(5, 4, False), (60, 2, False), (60, 4, True), (None, 2, True)],
    ids=["a little", "much, by chance", "much, again and again", "never fell"],
)
def test_whoever_looks_now_and_then_meets_ever_higher_tops(
    above: int | None, rises: int, told: bool, tmp_path: Path
) -> None:
    """What is filled and emptied in turn, as it was seen to be, holds by chance more than ever before, twice in a row."""
    built = loop().held_by("list global m.steps", watched=False, above=above)
    records = built.records()
    rows = [row for record in records for row in record.get("containers", ())]
    for row in rows[:-1]:
        row.clear()
    for record in records:
        record["containers"] = [row for row in record.get("containers", ()) if row]
        if not record["containers"]:
            del record["containers"]
    rows[-1].update(rises=rises)
    assert (diagnosed(records, tmp_path).verdict in (Verdict.LEAK, Verdict.GROWING)) is told
