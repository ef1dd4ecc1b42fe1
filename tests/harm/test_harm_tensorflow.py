"""A representative part of the differential harness, with real TensorFlow; `make harm` runs all of it."""

from __future__ import annotations

import sys

import pytest
from support import ROOT, lane_python

sys.path.insert(0, str(ROOT))

from harm.__main__ import compare_on
from harm.programs import FOLDER, LANES, read

CHOSEN = [
    ("tensorflow/autograph_layers", "tf2"),
    ("tensorflow/api_as_seen_by_inspect", "tf2"),
    ("tensorflow/stacks_inside_calls", "tf2"),
    ("tensorflow/daemon_that_trains", "tf2"),
    ("tensorflow/autograph_1", "tf1"),
    ("tensorflow/api_as_seen_by_inspect", "tf1"),
    ("tensorflow/errors_in_sessions", "tf1"),
    ("tensorflow/hooks_of_sessions", "tf1"),
]


@pytest.mark.parametrize(("name", "lane"), CHOSEN)
def test_a_program_is_the_same_bare_and_observed(name: str, lane: str) -> None:
    if not lane_python(LANES[lane]).exists():
        pytest.skip(f"the {LANES[lane]} lane is not installed: see `tools/env {LANES[lane]}`")
    result = compare_on(read(FOLDER / f"{name}.py"), lane)
    assert (result.verdict, result.details) == ("identical", [])
