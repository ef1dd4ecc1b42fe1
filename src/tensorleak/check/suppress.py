"""Findings that the source itself waves through: `# tensorleak: ignore[TL101] reason`."""

from __future__ import annotations

import io
import re
import tokenize
from dataclasses import dataclass, field

from tensorleak.check.finding import StaticFinding
from tensorleak.check.settings import named
from tensorleak.check.source import Source
from tensorleak.rules import by_id

COMMENT = re.compile(r"#\s*tensorleak:\s*ignore(?P<file>-file)?\b\s*(?:\[(?P<rules>[^\]]*)\])?", re.IGNORECASE)
LAYOUT = {tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT}

Words = tuple[str, ...]  # of one comment; none at all means every rule


@dataclass
class Suppressions:
    """The comments of one file: by line, and for the whole file."""

    lines: dict[int, Words] = field(default_factory=dict)
    file: list[Words] = field(default_factory=list)

    def hides(self, finding: StaticFinding) -> bool:
        """Whether a comment on the first or last line of a finding, or at the head of the file, waves it through."""
        here = [self.lines.get(line) for line in (finding.span.line, finding.span.end_line)]
        return any(_covers(words, finding.rule) for words in [*here, *self.file] if words is not None)


def suppressions(source: Source) -> Suppressions:
    """Reads the comments of a file; text within strings is not a comment."""
    found = Suppressions()
    if "tensorleak:" not in source.text:
        return found
    head = True
    try:
        for token in tokenize.generate_tokens(io.StringIO(source.text).readline):
            if token.type == tokenize.COMMENT:
                _note(token, head, found)
            elif token.type not in LAYOUT:
                head = False
    except (tokenize.TokenError, SyntaxError, RecursionError):
        pass  # the parser has its own words for broken source; comments read so far count
    return found


def _note(token: tokenize.TokenInfo, head: bool, found: Suppressions) -> None:
    match = COMMENT.search(token.string)
    if match is None:
        return
    words = tuple(word.strip() for word in (match["rules"] or "").split(",") if word.strip())
    if match["rules"] is not None and not words:
        return  # `ignore[]` names nothing, so it hides nothing
    if not match["file"]:
        found.lines[token.start[0]] = words
    elif head:
        found.file.append(words)


def _covers(words: Words, rule: str) -> bool:
    known = by_id(rule)
    return not words or (known is not None and any(named(known, word) for word in words))
