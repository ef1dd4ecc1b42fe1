"""Gauges are held against each other per unit of the same work."""

from __future__ import annotations

from pathlib import Path

from stage import recording

from tensorleak.prove.gauges import GaugeChange, compare, counters_flat
from tensorleak.recording import Recording, load


def recorded(folder: Path, name: str, steps: int, per_step: float) -> Recording:
    (folder / name).write_text(recording(steps, per_step))
    return load(folder / name)


def test_growth_that_stops(tmp_path: Path) -> None:
    changes = compare(recorded(tmp_path, "a", 80, 3), recorded(tmp_path, "b", 80, 0), "session_runs")
    found = {change.gauge: change for change in changes}
    assert abs(found["graph.ops"].before - 3) < 0.1
    assert found["graph.ops"].after == 0
    assert counters_flat(changes)


def test_growth_that_stays(tmp_path: Path) -> None:
    changes = compare(recorded(tmp_path, "a", 80, 3), recorded(tmp_path, "b", 80, 3), "session_runs")
    assert not counters_flat(changes)


def test_a_run_too_short_to_tell(tmp_path: Path) -> None:
    changes = compare(recorded(tmp_path, "a", 80, 3), recorded(tmp_path, "b", 5, 0), "session_runs")
    assert next(change for change in changes if change.gauge == "graph.ops").after is None
    assert not counters_flat(changes)


def test_the_last_of_a_warm_up_counts_as_level() -> None:
    assert GaugeChange("variable.bytes", 14_500.0, 1_400.0, grew=True, grows=False).flat
    assert not GaugeChange("variable.bytes", 14_500.0, 1_400.0, grew=True, grows=True).flat
