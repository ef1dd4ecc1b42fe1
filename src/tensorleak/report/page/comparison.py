"""Two runs on one page: what became of each leak, and both on one axis."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import Any

from tensorleak_engine.model.diagnosis import Rate
from tensorleak_engine.wording import growth_words, rate_words

from tensorleak.model.comparison import Change, Comparison, FindingChange, Run
from tensorleak.model.parts import Parts
from tensorleak.report.page.document import document
from tensorleak.report.page.island import figures, island, run_data

MAX_FINDINGS = 100
ROWS = 16
TONES = {
    Change.NEW: "bad",
    Change.WORSE: "bad",
    Change.UNKNOWN: "warn",
    Change.UNCHANGED: "odd",
    Change.BETTER: "calm",
    Change.FIXED: "calm",
}


@dataclass(frozen=True)
class ChangeView:
    """One leak, or memory as a whole, before and after."""

    change: Change
    rule: str
    name: str
    place: str
    before: str
    after: str
    reason: str = ""


@dataclass(frozen=True)
class GrowthRow:
    """How much each run had grown after the same amount of work, or the same time."""

    place: float
    grown: tuple[int | None, ...]


def render(comparison: Comparison) -> str:
    """The page of a comparison; runs that came without a recording have figures but no picture."""
    drawn = [(run, aligned(run.parts)) for run in _sides(comparison) if run.parts is not None]
    data = figures("comparison", [run_data(parts, run.label) for run, parts in drawn])
    return document("comparison.html.j2", **context(comparison, drawn), live="", island=island(data))


def context(comparison: Comparison, drawn: list[tuple[Run, Parts]]) -> dict[str, Any]:
    """What the template may speak of."""
    common = len({parts.unit for _, parts in drawn}) == 1
    return {
        "title": f"{comparison.overall}: {comparison.before.label} and {comparison.after.label}",
        "comparison": comparison,
        "tone_of": TONES,
        "changes": [_view(item) for item in comparison.findings[:MAX_FINDINGS]],
        "memory": _memory(comparison),
        "sides": _sides(comparison),
        "drawn": drawn,
        "by_work": common,
        "growth_rows": growth_rows([parts for _, parts in drawn], by_work=common),
    }


def _sides(comparison: Comparison) -> tuple[Run, Run]:
    return comparison.before, comparison.after


def _view(item: FindingChange) -> ChangeView:
    found = item.finding
    place = f"{PurePath(found.location.file).name}:{found.location.line}" if found.location else ""
    before, after = _rate(item, item.before_rate), _rate(item, item.after_rate)
    return ChangeView(item.change, found.rule, found.name, place, before, after, item.reason)


def _rate(item: FindingChange, rate: Rate | None) -> str:
    return rate_words(rate, "not seen" if item.change is Change.UNKNOWN else "none")


def _memory(comparison: Comparison) -> ChangeView:
    memory = comparison.memory
    before, after = growth_words(memory.before), growth_words(memory.after)
    return ChangeView(memory.change, "", "resident memory", "", before, after, memory.reason)


def aligned(parts: Parts) -> Parts:
    """The same run from nought on both axes, so that two of them share one."""
    if not parts.seconds:
        return parts
    return replace(
        parts,
        seconds=tuple(time - parts.seconds[0] for time in parts.seconds),
        work=tuple(count - parts.work[0] for count in parts.work),
        layers=(),
        counters=(),
        births=(),
        collections=(),
        looks=(),
    )


def growth_rows(runs: list[Parts], by_work: bool) -> list[GrowthRow]:
    """The picture as text: growth since the start, at places spread over the longer run."""
    axes = [parts.work if by_work else parts.seconds for parts in runs]
    end = max((axis[-1] for axis in axes if axis), default=0.0)
    places = [end * step / ROWS for step in range(ROWS + 1)] if end > 0 else []
    return [GrowthRow(place, tuple(map(_grown_at, runs, axes, [place] * len(runs)))) for place in places]


def _grown_at(parts: Parts, axis: tuple[float, ...], place: float) -> int | None:
    """Growth at a place; None beyond the end of the run."""
    if not axis or place > axis[-1]:
        return None
    return parts.resident[max(0, bisect_right(axis, place) - 1)] - parts.resident[0]
