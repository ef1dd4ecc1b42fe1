"""Findings, runs and comparisons made by hand, for tests that need no TensorFlow."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Location, MemoryGrowth, Rate, Verdict

from tensorleak.compare.work import WorkComparison
from tensorleak.prove.output import OutputComparison, Printed, Sameness
from tensorleak.prove.pairs import match
from tensorleak.prove.proof import Comparison
from tensorleak.prove.trial import Side, Trial

IDENTICAL = OutputComparison(Sameness.IDENTICAL)
ENOUGH = WorkComparison("session_runs", 100, 100, True)


def finding(
    rule: str = "TL101",
    file: str = "/app/train.py",
    count: float = 3.0,
    size: float = 1000.0,
    verdict: Verdict = Verdict.LEAK,
    subject: str = "graph",
) -> Finding:
    return Finding(
        rule=rule,
        name="graph-ops-in-loop",
        verdict=verdict,
        summary=f"the graph gains {count:g} operations per step",
        location=Location(file, 7, "step"),
        holder=None,
        rate=Rate(size, count, "session run"),
        confidence=0.9,
        remedy="Build once.",
        subject=subject,
    )


def trial(*findings: Finding, label: str = "before", status: int = 0, verdict: Verdict | None = None) -> Trial:
    worst = verdict or (findings[0].verdict if findings else Verdict.STEADY)
    diagnosis = Diagnosis(
        verdict=worst,
        sentence=findings[0].summary if findings else "memory is steady",
        program="train.py",
        pid=1,
        environment={"python": "3.11.7"},
        work={"session_runs": 100},
        growth=MemoryGrowth(1000.0, "session run", 1.0, 1e5, 100, 10.0, True),
        findings=findings,
        ledger=(),
    )
    return Trial(
        side=Side(label, ("python", "train.py"), Path("/app")),
        status=status,
        timed_out=False,
        seconds=3.0,
        printed=Printed(Path("/dev/null")),
        complaint="ValueError: broken\n" if status else "",
        diagnosis=diagnosis,
        findings=findings,
        recordings=(),
    )


def comparison(
    before: Trial, after: Trial, output: OutputComparison = IDENTICAL, work: WorkComparison = ENOUGH
) -> Comparison:
    return Comparison(
        before=before,
        after=after,
        pairs=match(before.findings, after.findings),
        gauges=(),
        output=output,
        work=work,
    )


def larger(found: Finding, factor: float) -> Finding:
    rate = found.rate
    return replace(found, rate=Rate(rate.bytes_per_unit * factor, rate.count_per_unit * factor, rate.unit))
