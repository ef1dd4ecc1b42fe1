"""Fixtures of all tests: the interpreters of the lanes."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from support import lane_python
from training_runs import TrainingRuns, make

# Tests that run in the background of a shell inherit ignored signals of the keyboard, and so would every program they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGQUIT, signal.SIG_DFL)


@pytest.fixture(params=["tf2", "tf1"])
def lane(request: pytest.FixtureRequest) -> Path:
    """The interpreter of each lane in turn; the TF 1.15 lane is skipped where there is no Python 3.7."""
    return _installed(request.param)


def _installed(name: str) -> Path:
    python = lane_python(name)
    if not python.exists():
        pytest.skip(f"the {name} lane is not installed: see `tools/env {name}`")
    return python


@pytest.fixture
def tf2() -> Path:
    return _installed("tf2")


@pytest.fixture
def tf1() -> Path:
    return _installed("tf1")


@pytest.fixture(scope="session")
def training_runs(tmp_path_factory: pytest.TempPathFactory) -> TrainingRuns:
    """A leaking training, one that leaks more, and a repaired one: three real runs for all who need them."""
    if not lane_python("tf2").exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    return make(tmp_path_factory.mktemp("training"))
