"""Names and source come from strangers: nothing in them may steer a terminal or a parser."""

from __future__ import annotations

import json
import re
from typing import Any

# Control characters, and the invisible ones that reorder or hide text on a screen.
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")
SURROGATES = re.compile(r"[\ud800-\udfff]")
# JSON escapes the other control characters by itself.
UNSEEN = re.compile(r"[\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]")


def clean(text: str, lines: bool = True) -> str:
    """Text without terminal escapes; with `lines` false, in one line."""
    text = CONTROL.sub("�", text)
    return text if lines else " ".join(text.split())


def name(text: str) -> str:
    """The name of a file or function in one line; spaces stay as they are, since they may be part of it."""
    return re.sub(r"[\t\n]", "�", clean(text))


def json_text(data: Any, indent: int | None = 2) -> str:
    """Data as JSON that any terminal may show and any parser read: undecodable bytes of file names are marked."""
    separators = None if indent else (",", ":")
    text = json.dumps(data, indent=indent, separators=separators, ensure_ascii=False, allow_nan=False)
    return UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", SURROGATES.sub("�", text)) + "\n"


def xml(text: str) -> str:
    """Text with only the characters that XML allows and terminals bear."""
    return re.sub("[\ufffe\uffff]", "�", clean(text))
