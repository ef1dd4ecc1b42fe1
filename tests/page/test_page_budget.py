"""The budgets of the page: under a megabyte and ready within a second of processor time, for the largest recording that can be."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from forged_runs import ended, header, leaking, samples, write
from page_visit import Visit, page_of

LARGEST = 14_000_000  # where the probe stops writing ordinary records
MEGABYTE = 1_000_000


def largest(file: Path) -> Path:
    """A recording of a million steps with every table full."""
    lines = leaking(34_000)
    for number, line in enumerate(lines):
        if line["k"] == "sample":
            line["g"] |= {f"device.GPU:{n}.in_use": number * n for n in range(4)}
            line["w"] = {"function_calls": number * 30}
    return write(file, ended(lines))


def test_the_largest_recording_makes_a_small_and_quick_page(tmp_path: Path, visit: Callable[..., Visit]) -> None:
    recording = largest(tmp_path / "million.jsonl")
    assert LARGEST <= recording.stat().st_size < 1.2 * LARGEST
    page = page_of(recording)
    assert page.stat().st_size < MEGABYTE
    seen = visit("about:blank")
    session = seen.page.context.new_cdp_session(seen.page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    seen.page.goto(page.as_uri())
    seen.page.wait_for_selector("#memory svg path")
    spent = {one["name"]: one["value"] for one in session.send("Performance.getMetrics")["metrics"]}
    assert 0 < spent["TaskDuration"] < 1.0
    assert seen.run["work"][-1] > 990_000
    assert seen.problems == []


def test_a_small_recording_is_not_thinned(tmp_path: Path) -> None:
    """The control: size comes from the recording, up to the bound."""
    small = page_of(write(tmp_path / "small.jsonl", [header(), *samples(20)]))
    more = page_of(write(tmp_path / "more.jsonl", [header(), *samples(400)]))
    assert more.stat().st_size > small.stat().st_size + 10_000
