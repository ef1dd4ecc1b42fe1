"""What nobody in the project calls: growth there is a hint, for only somebody else's program could bring it about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from tensorleak.check.finding import Severity, StaticFinding
from tensorleak.check.source import SourceError, absolute, read_raw

WORD = re.compile(rb"(?:(?:def|class)\s+)?([A-Za-z_]\w*)")


def uncalled_as_hints(findings: Sequence[StaticFinding], files: Sequence[Path]) -> list[StaticFinding]:
    """The findings, those as hints that begin in a function which nobody calls.

    Of a file that is checked alone nobody knows who imports it, unless it is a program itself.
    """
    entries = {found.entry for found in findings if found.entry}
    if not entries:
        return list(findings)
    words = {name_of(entry) for entry in entries} | {module_of(file) for file in files} | {"__main__"}
    known = mentions(words, files)
    return [
        replace(found, severity=Severity.INFO) if found.entry and is_uncalled(found, known) else found
        for found in findings
    ]


def name_of(entry: str) -> str:
    """The function's own name of `file:Class.method`."""
    return entry.rpartition(":")[2].rpartition(".")[2]


def module_of(file: Path) -> str:
    """The word by which other files import a file."""
    return file.parent.name if file.stem == "__init__" else file.stem


def mentions(words: Iterable[str], files: Sequence[Path]) -> dict[Path, Counter[str]]:
    """How often which of these words stand in each file, other than where something is defined."""
    wanted = {word.encode(): word for word in words}
    found: dict[Path, Counter[str]] = {}
    for file in files:
        try:
            raw = read_raw(file)
        except SourceError:
            continue
        used = (match for match in WORD.finditer(raw) if match[1] in wanted and match[0] == match[1])
        found[absolute(file)] = Counter(wanted[match[1]] for match in used)
    return found


def is_uncalled(found: StaticFinding, known: dict[Path, Counter[str]]) -> bool:
    """Whether the function in which a finding begins is named nowhere but at its definition, in its file or in those that import it.

    A method is called through an object, which any file may have.
    """
    file, _, qualname = found.entry.rpartition(":")
    home = absolute(Path(file))
    own, name = known.get(home, Counter()), name_of(found.entry)
    if len(known) <= 1 and not own["__main__"]:
        return False
    is_method = "." in qualname
    others = (words for path, words in known.items() if path != home and (is_method or words[module_of(home)]))
    return not own[name] and not any(words[name] for words in others)
