"""Runs made by hand, for tests that need no TensorFlow."""

from __future__ import annotations

from dataclasses import replace

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Interval, Location, MemoryGrowth, Rate, Verdict

from tensorleak.model.comparison import Run

UNIT = "session run"


def rate(count: float = 3.0, size: float = 1000.0, spread: float | None = 0.05, unit: str = UNIT) -> Rate:
    """A rate whose intervals reach so far to either side; None for no intervals."""
    if spread is None:
        return Rate(size, count, unit)
    low, high = 1 - spread, 1 + spread
    return Rate(size, count, unit, Interval(size * low, size * high), Interval(count * low, count * high))


def finding(
    rule: str = "TL101",
    file: str = "/app/train.py",
    function: str = "step",
    subject: str = "",
    how_fast: Rate | None = None,
    verdict: Verdict = Verdict.LEAK,
    path: tuple[str, ...] = (),
) -> Finding:
    return Finding(
        rule=rule,
        name="graph-ops-in-loop",
        verdict=verdict,
        summary=f"{rule} grows in {function}()",
        location=Location(file, 7, function),
        holder=None,
        rate=how_fast or rate(),
        confidence=0.9,
        remedy="Build once.",
        subject=subject,
        path=path,
    )


def run(label: str, *findings: Finding, work: int = 200, verdict: Verdict | None = None, grows: bool = False) -> Run:
    worst = verdict or (findings[0].verdict if findings else Verdict.STEADY)
    diagnosis = Diagnosis(
        verdict=worst,
        sentence=findings[0].summary if findings else "memory is steady",
        program="/app/train.py",
        pid=1,
        environment={"python": "3.11.7", "tensorflow": "2.21.0", "platform": "Linux-6"},
        work={"session_runs": work},
        growth=MemoryGrowth(1000.0, UNIT, 1.0, 1e5, work, 10.0, grows, Interval(900.0, 1100.0)),
        findings=findings,
        ledger=(),
        seconds=12.0,
    )
    return Run(label, diagnosis, findings)


def changed(side: Run, **fields: object) -> Run:
    """A run whose diagnosis differs in some fields."""
    return replace(side, diagnosis=replace(side.diagnosis, **fields))
