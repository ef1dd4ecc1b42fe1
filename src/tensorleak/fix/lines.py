"""Where the lines of a file went when it was rewritten."""

from __future__ import annotations

import difflib
from dataclasses import replace

from tensorleak.check.finding import Span, StaticFinding


class LineMap:
    """From the lines of one text to those of its successor; a line that was changed or moved has no successor."""

    def __init__(self, before: str, after: str) -> None:
        matcher = difflib.SequenceMatcher(None, before.splitlines(), after.splitlines(), autojunk=False)
        self._kept = {
            block.a + offset + 1: block.b + offset + 1
            for block in matcher.get_matching_blocks()
            for offset in range(block.size)
        }

    def moved(self, finding: StaticFinding) -> StaticFinding | None:
        """The finding at its new line, or None when its line is no longer there."""
        line = self._kept.get(finding.span.line)
        if line is None:
            return None
        shift = line - finding.span.line
        span = finding.span
        return replace(finding, span=Span(line, span.column, span.end_line + shift, span.end_column))
