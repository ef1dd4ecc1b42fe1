"""Every rewriter on every marked line of the leaking programs: a sound rewrite or a refusal that says why."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from fixing import finding_at, marked

import tensorleak
from tensorleak.fix.attempt import attempt, known, rewriter
from tensorleak.fix.outcome import Refusal

PROGRAMS = Path(tensorleak.__file__).parent / "programs"
FILES = [path for path in sorted(PROGRAMS.glob("TL*/*/*.py")) if marked(path.read_text(), "# LEAK")]


@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_every_rewriter_answers_soundly_at_every_marked_line(path: Path) -> None:
    before = path.read_text()
    for name in sorted(known()):
        assert callable(rewriter(name))
        for line in marked(before, "# LEAK"):
            outcome = attempt(before, finding_at(line, name, path.parts[-3], str(path)))
            if isinstance(outcome, Refusal):
                assert outcome.reason
                assert "\n" not in outcome.reason
            else:
                ast.parse(outcome.text)
                assert outcome.text != before
                assert outcome.title
                assert outcome.reason
                assert _untouched_share(before, outcome.text) > 0.4


def _untouched_share(before: str, after: str) -> float:
    """The share of lines that are in the new text as they were, byte for byte."""
    lines = before.splitlines(keepends=True)
    kept = set(after.splitlines(keepends=True))
    return sum(line in kept for line in lines) / len(lines)
