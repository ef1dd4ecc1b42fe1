"""Real recordings in which resident memory misleads: pages that Python keeps, and the dent that a trim leaves."""

from __future__ import annotations

from pathlib import Path

import pytest
from tensorleak_engine import Verdict, diagnose

from tensorleak.recording import load

DATA = Path(__file__).parent / "data"


def test_pages_of_scattered_objects_are_no_leak() -> None:
    """Each collection frees all the models and what malloc gave out for them; 7 MB of Python's own pages stay."""
    found = diagnose(load(DATA / "models_loaded_and_dropped.jsonl"))
    assert found.verdict is Verdict.DEFERRED
    assert found.findings == ()


def test_a_trim_does_not_make_a_leak_look_released() -> None:
    """Trims gave back 170 MB of what malloc kept, while 114 KB more were in use after every run."""
    found = diagnose(load(DATA / "step_timings_trimmed.jsonl"))
    assert found.verdict is Verdict.LEAK
    assert [finding.rule for finding in found.findings] == ["TL901"]
    assert 100_000 < found.findings[0].rate.bytes_per_unit < 130_000


def test_what_is_in_use_is_not_called_released(tmp_path: Path) -> None:
    """The same run where nobody saw what holds it: growing, not retained."""
    lines = (DATA / "step_timings_trimmed.jsonl").read_text().splitlines(keepends=True)
    path = tmp_path / "r.jsonl"
    path.write_text("".join(line for line in lines if '"kind":"census"' not in line))
    assert diagnose(load(path)).verdict is Verdict.GROWING


def test_garbage_is_no_leak_at_any_moment(tmp_path: Path) -> None:
    """TensorFlow 2.4: a collection of the program's own took eleven models, and ours, soon after, met the two at work."""
    lines = (DATA / "models_fitted_and_dropped.jsonl").read_text().splitlines(keepends=True)
    path = tmp_path / "r.jsonl"
    for end in range(2, len(lines) + 1):
        path.write_text("".join(lines[:end]))
        found = diagnose(load(path))
        assert found.verdict is not Verdict.LEAK, found.sentence
    assert found.verdict is Verdict.DEFERRED


def test_garbage_that_was_gone_before_its_collection_was_noted() -> None:
    """TensorFlow 2.4 on a busy machine: samples in the middle of the program's own collection, of 0.4 s, met only what it left."""
    found = diagnose(load(DATA / "models_collected_under_load.jsonl"))
    assert found.verdict is Verdict.DEFERRED, found.sentence


def test_a_little_garbage_is_not_unexplained() -> None:
    """TensorFlow 1.15: graphs that wait for the collector, 9 MB in 66 runs beyond what one collection had freed, on a busy machine."""
    found = diagnose(load(DATA / "query_plans.jsonl"))
    assert found.verdict is Verdict.DEFERRED
    assert found.findings == ()


CALM = {
    "journal_in_pages": "a list of up to 600 entries, met now and then while it fills: it is shorter than it would be, had it kept all",
    "federated_towers": "layers and optimizers that are built for eight sites, and then run",
    "tile_jobs": "a graph per tile, which waits for the collector",
}


@pytest.mark.parametrize("name", CALM)
def test_what_is_calm_is_so_at_any_moment(name: str, tmp_path: Path) -> None:
    lines = (DATA / f"{name}.jsonl").read_text().splitlines(keepends=True)
    path = tmp_path / "r.jsonl"
    for end in range(2, len(lines) + 1):
        path.write_text("".join(lines[:end]))
        found = diagnose(load(path))
        assert found.verdict is not Verdict.LEAK, f"{CALM[name]}: {found.sentence}"


def test_a_buffer_that_is_full_is_no_leak() -> None:
    """A ring of 1,000 memories: the last look that saw it rise saw it full, after six times the work of the looks before."""
    found = diagnose(load(DATA / "replay_buffer.jsonl"))
    assert found.verdict is Verdict.BOUNDED


TURNS = {
    "replay_until_full": "a memory that is full after 333 of 800 calls; the last look that saw it had seen it rise each time",
    "retries_expire": "a heap of what is tried again, emptied between outages",
    "rotating_audit_trail": "entries of a file that is rotated at 500: a later look met the object that holds them, and nothing that grew in it",
}


@pytest.mark.parametrize("name", TURNS)
def test_what_fills_and_is_emptied_is_no_leak(name: str) -> None:
    """Looks that came at an unlucky time, as one run in three did."""
    found = diagnose(load(DATA / f"{name}.jsonl"))
    assert found.verdict not in (Verdict.LEAK, Verdict.GROWING), f"{TURNS[name]}: {found.sentence}"
