"""Cells in the user's words: what Python calls `<ipython-input-3-…>` or `/tmp/ipykernel_7/1234.py` is `In[3]`."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Location


class Cells:
    """The cells that a shell has run."""

    def __init__(self, compiler: Any) -> None:
        self._compiler = compiler

    def label(self, file: str) -> str | None:
        """`In[3]` for the file name of a cell; None for any other file."""
        named = self._compiler.format_code_name(file)
        return str(named[1]) if named else None

    def told(self, diagnosis: Diagnosis) -> Diagnosis:
        """The diagnosis with cells called by their numbers, in its places as in its sentences."""
        names = self._names(diagnosis)
        if not names:
            return diagnosis
        return replace(
            diagnosis,
            sentence=_named(diagnosis.sentence, names),
            findings=tuple(self._finding(found, names) for found in diagnosis.findings),
            notes=tuple(_named(line, names) for line in diagnosis.notes),
        )

    def _names(self, diagnosis: Diagnosis) -> dict[str, str]:
        """Cells that the diagnosis speaks of, by the names that it may use for them, the longer first."""
        files = {place.file for found in diagnosis.findings for place in (found.location, *found.also) if place}
        known = {file: label for file in files if (label := self.label(file)) is not None}
        return known | {file.rsplit("/", 1)[-1]: label for file, label in known.items()}

    def _finding(self, found: Finding, names: dict[str, str]) -> Finding:
        return replace(
            found,
            summary=_named(found.summary, names),
            location=_moved(found.location, names),
            holder=_named(found.holder, names) if found.holder else found.holder,
            path=tuple(_named(step, names) for step in found.path),
            evidence=tuple(_named(line, names) for line in found.evidence),
            also=tuple(place for one in found.also if (place := _moved(one, names)) is not None),
            stated=found.fingerprint,
        )


def _moved(place: Location | None, names: dict[str, str]) -> Location | None:
    return replace(place, file=names.get(place.file, place.file)) if place is not None else None


def _named(text: str, names: dict[str, str]) -> str:
    for file, label in names.items():
        text = text.replace(file, label)
    return text
