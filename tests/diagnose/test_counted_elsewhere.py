"""A count that stands still speaks against a container only where it counts what the container holds."""

from __future__ import annotations

from pathlib import Path

import pytest
from built import loop
from tensorleak_engine import Verdict


@pytest.mark.parametrize(
    ("counted", "leaks"), [(0, True), (300, False)], ids=["never heard of", "counted, and no more"]
)
@pytest.mark.parametrize("library", [True, False])
def test_functions_that_nobody_heard_of(counted: int, leaks: bool, library: bool, tmp_path: Path) -> None:
    """A loader's functions pile up in a dict of the program's; in a table of a library nobody knows what the elements are."""
    built = loop(180).takes_memory(50_000).grows("function.live", counted, until=1)
    found = built.held_by("dict attribute Table.jobs", "function", 50_000, library=library).diagnosis(tmp_path)
    assert (found.verdict is Verdict.LEAK) is (leaks and not library)
