"""Shared by the tests of fixes: a finding at the line that ends in `# <-`, and what a rewriter makes of it."""

from __future__ import annotations

import textwrap

from tensorleak.check.finding import Severity, Span, StaticFinding
from tensorleak.fix.attempt import attempt
from tensorleak.fix.outcome import Refusal, Rewrite

MARK = "  # <-"


def finding_at(
    line: int, fix: str | None, rule: str = "TL101", file: str = "train.py", subject: str = ""
) -> StaticFinding:
    return StaticFinding(rule, "", "", file, Span(line, 1, line, 1), "", subject, Severity.ERROR, "", fix=fix)


def marked(text: str, mark: str = MARK.strip()) -> list[int]:
    return [number for number, line in enumerate(text.splitlines(), 1) if line.endswith(mark)]


def outcome(fix: str, code: str, rule: str = "TL101", subject: str = "") -> Rewrite | Refusal:
    text = textwrap.dedent(code).lstrip("\n")
    (line,) = marked(text)
    return attempt(text.replace(MARK, ""), finding_at(line, fix, rule, subject=subject))
