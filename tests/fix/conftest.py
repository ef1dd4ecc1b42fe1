"""Shared by the tests of fixes: a finding at the line that ends in `# <-`, and what a rewriter makes of it."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

from tensorleak.check.finding import Severity, Span, StaticFinding
from tensorleak.check.source import Source
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


@pytest.fixture
def becomes() -> Callable[..., Rewrite]:
    """Asserts the whole text after a fix, byte for byte."""

    def check(fix: str, before: str, after: str, rule: str = "TL101", subject: str = "") -> Rewrite:
        result = outcome(fix, before, rule, subject)
        assert isinstance(result, Rewrite), result
        assert result.text == textwrap.dedent(after).lstrip("\n")
        assert result.title
        assert result.reason
        return result

    return check


@pytest.fixture
def refuses() -> Callable[..., str]:
    """Asserts that there is no fix, and gives the reason."""

    def check(fix: str, code: str, rule: str = "TL101", subject: str = "") -> str:
        result = outcome(fix, code, rule, subject)
        assert isinstance(result, Refusal), result.text
        return result.reason

    return check


@pytest.fixture
def source() -> Callable[..., Source]:
    def make(path: Path, text: str) -> Source:
        path.write_bytes(text.encode())
        return Source(path, path.name, text)

    return make
