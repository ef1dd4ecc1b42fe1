"""A diagnosis as GitHub-flavoured Markdown: for a job's summary, a pull request, an issue."""

from __future__ import annotations

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Verdict
from tensorleak_engine.wording import amount, device_lines, duration, rate_words

from tensorleak.report.gfm import document, prose, table, words

MOST_FINDINGS = 50
MOST_LINES = 20


def render(diagnosis: Diagnosis) -> str:
    """A diagnosis as Markdown: the verdict, a table of findings, each of them in detail, and where memory went."""
    findings = diagnosis.findings[:MOST_FINDINGS]
    details = [line for found in findings for line in (*_details(found), "")]
    return document(
        [f"## Tensorleak: {diagnosis.verdict}"],
        [prose(diagnosis.sentence)],
        _overview(diagnosis),
        details[:-1],
        _ledger(diagnosis),
        [
            f"- {prose(line)}"
            for line in (*_left(diagnosis), *device_lines(diagnosis), *diagnosis.ruled_out, *diagnosis.notes)[
                :MOST_LINES
            ]
        ],
        [f"- {prose(line)}" for line in _processes(diagnosis)],
        [words(_footer(diagnosis))],
    )


def _overview(diagnosis: Diagnosis) -> list[str]:
    rows = [
        (f"{words(found.rule)} {words(found.name)}", str(found.verdict), words(_place(found)), words(_rate(found)))
        for found in diagnosis.findings[:MOST_FINDINGS]
    ]
    return table(("rule", "verdict", "line", "rate"), rows) if rows else []


def _details(found: Finding) -> list[str]:
    """One finding: what, where, held by what, what to change, and how it is known."""
    rows = [
        ("what", found.summary),
        ("line", _place(found)),
        ("held by", found.holder or ""),
        ("path", " → ".join(found.path) if len(found.path) > 1 else ""),
        ("rate", _rate(found)),
        ("change", found.remedy),
        ("known", f"{found.known_leak.title} ({found.known_leak.issue})" if found.known_leak else ""),
        *(("evidence", line) for line in found.evidence[:MOST_LINES]),
    ]
    heading = f"### {words(found.rule)} {words(found.name)} ({words(found.fingerprint)})"
    return [heading, "", *(f"- {name}: {prose(text)}" for name, text in rows if text)]


def _place(found: Finding) -> str:
    place = found.location
    return f"{place} in {place.function}()" if place and place.function else str(place or "")


def _rate(found: Finding) -> str:
    return rate_words(found.rate)


def _left(diagnosis: Diagnosis) -> list[str]:
    """How long memory lasts, where a leak is confirmed."""
    left = diagnosis.seconds_to_limit
    if left is None or not diagnosis.growth.confirmed or diagnosis.verdict not in (Verdict.LEAK, Verdict.UNEXPLAINED):
        return []
    return [f"at this pace out of memory ({amount(diagnosis.memory_limit)}) in {duration(left)}"]


def _ledger(diagnosis: Diagnosis) -> list[str]:
    growth = diagnosis.growth
    if not diagnosis.ledger or not diagnosis.findings:
        return []
    title = f"resident memory grew by {amount(growth.total_bytes)} over {growth.units:.0f} × {growth.unit}"
    rows = [(f"{part.share:.1%}", amount(part.bytes), words(part.part)) for part in diagnosis.ledger]
    return table(("share", "bytes", words(title)), rows)


def _processes(diagnosis: Diagnosis) -> list[str]:
    shown = [
        f"process {other.pid} ({other.program}): {other.verdict}, {other.sentence}"
        for other in diagnosis.processes[:MOST_LINES]
    ]
    more = len(diagnosis.processes) - len(shown)
    return [*shown, f"and {more} more processes"] if more else shown


def _footer(diagnosis: Diagnosis) -> str:
    environment = diagnosis.environment
    versions = f"TensorFlow {environment['tensorflow']}, " if environment.get("tensorflow") else ""
    return f"{versions}Python {environment.get('python', 'unknown')}, {diagnosis.seconds:.1f} s"
