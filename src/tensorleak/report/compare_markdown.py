"""A comparison as GitHub-flavoured Markdown, for a job's summary or a pull request."""

from __future__ import annotations

from pathlib import PurePath

from tensorleak_engine.model.diagnosis import Rate
from tensorleak_engine.wording import growth_words, rate_words

from tensorleak.model.comparison import Change, Comparison, FindingChange
from tensorleak.report.gfm import document, prose, table, words

MOST_FINDINGS = 100


def render(comparison: Comparison) -> str:
    """A comparison as Markdown: the word, the sentence, every leak before and after, and what else differs."""
    reasons = [(item.finding.rule, item.change, item.reason) for item in comparison.findings if item.reason]
    if comparison.memory.reason:
        reasons.append(("resident memory", comparison.memory.change, comparison.memory.reason))
    notes = [f"{what} {change}: {reason}" for what, change, reason in reasons[:MOST_FINDINGS]]
    return document(
        [f"## Tensorleak: {comparison.overall}"],
        [prose(comparison.sentence)],
        _leaks(comparison),
        _surroundings(comparison),
        [f"- {prose(line)}" for line in (*notes, *comparison.notes)],
    )


def _leaks(comparison: Comparison) -> list[str]:
    memory = comparison.memory
    rows = [
        (
            str(item.change),
            words(_name(item)),
            words(_rate(item, item.before_rate)),
            words(_rate(item, item.after_rate)),
        )
        for item in comparison.findings[:MOST_FINDINGS]
    ]
    whole = (
        str(memory.change),
        "resident memory",
        words(growth_words(memory.before)),
        words(growth_words(memory.after)),
    )
    return table(("", "leak", words(comparison.before.label), words(comparison.after.label)), [*rows, whole])


def _rate(item: FindingChange, rate: Rate | None) -> str:
    return rate_words(rate, "not seen" if item.change is Change.UNKNOWN else "none")


def _name(item: FindingChange) -> str:
    found = item.finding
    place = f" {PurePath(found.location.file).name}:{found.location.line}" if found.location else ""
    return f"{found.rule} {found.name}{place}{' (the library’s own)' if found.known_leak else ''}"


def _surroundings(comparison: Comparison) -> list[str]:
    old, new = comparison.before.diagnosis, comparison.after.diagnosis
    rows = [("verdict", str(old.verdict), str(new.verdict)), ("seconds", f"{old.seconds:.1f}", f"{new.seconds:.1f}")]
    rows += [(item.what, item.before, item.after) for item in comparison.differences]
    header = ("", words(comparison.before.label), words(comparison.after.label))
    return table(header, [tuple(map(words, row)) for row in rows])
