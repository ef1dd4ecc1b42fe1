"""GitHub-flavoured Markdown from strangers' words: whatever they hold, it is shown and never acts.

What GitHub looks for in the finished text, after Markdown was read (mentions, references to issues, addresses), cannot be
escaped: an invisible word joiner breaks it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tensorleak.safe import clean

JOINER = "\u2060"
LINKED = re.compile(r"(@|#|://|\bwww(?=\.)|\bGH(?=-\d))", re.I)
MARKS = re.compile(r"[\\`*_{}\[\]!|~$^#+]")
LEADING = re.compile(r"^(\d*)([-=.):])(?=[-=:\s]|$)")  # lists, underlines and rules begin a line
CODE = re.compile(r"(?<!`)`([^`]*[^`\s][^`]*)`(?!`)")
ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
MOST = 600


def words(text: str) -> str:
    """Text in one line that means nothing but itself."""
    return LEADING.sub(r"\1\\\2", _inert(_plain(text)))


def prose(text: str) -> str:
    """The same, with what stands between backticks as code, where nothing acts either; not for tables."""
    parts = CODE.split(_plain(text))
    shown = "".join(f"`{part}`" if odd % 2 else _inert(part) for odd, part in enumerate(parts))
    return LEADING.sub(r"\1\\\2", shown)


def _plain(text: str) -> str:
    return clean(text[:MOST], lines=False) + ("…" if len(text) > MOST else "")


def _inert(text: str) -> str:
    return MARKS.sub(r"\\\g<0>", LINKED.sub(rf"\1{JOINER}", text)).translate(ENTITIES)


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """A table of words, already escaped, as lines."""
    lines = [header, ["---"] * len(header), *rows]
    return [f"| {' | '.join(cell or ' ' for cell in line)} |" for line in lines]


def document(*blocks: Sequence[str]) -> str:
    """Blocks of lines, one under the other; those without lines are left out."""
    return "\n\n".join("\n".join(block) for block in blocks if block) + "\n"
