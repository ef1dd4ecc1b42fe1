"""Signatures of traces: what makes one differ from another is told by its kind, and nothing of the program's data is kept."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "probe" / "src"))

from tensorleak_probe.traces import atoms_of_value, difference


def reason(before: object, after: object) -> str:
    return difference({"x": atoms_of_value(before)}, {"x": atoms_of_value(after)})[2]


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ({"sales_monday": 1.0}, {"sales_tuesday": 1.0}, "structure"),
        ({"a": 1.0, "b": 2.0}, {"a": 1.0}, "structure"),
        ({1: "a"}, {2: "a"}, "structure"),
        ([1, 2], [1, 2, 3], "structure"),
        ({"a": 1.0}, {"a": 2.0}, "value"),
        ({"a": 1.0}, {"a": 1.0}, "same"),
    ],
)
def test_what_differs(before: object, after: object, kind: str) -> None:
    assert reason(before, after) == kind


def test_no_key_is_kept() -> None:
    assert "secret" not in repr(atoms_of_value({"secret": 1.0}))
