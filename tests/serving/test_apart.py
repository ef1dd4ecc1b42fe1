"""What serves is Tensorleak's own code wherever it is met: in a program that only the probe was injected into, and in walks."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
import tensorleak_probe
import tensorleak_serving
from support import ROOT, lane_python
from tensorleak_probe.looks.children import Shapes
from tensorleak_probe.looks.roots import Names
from tensorleak_probe.sites import Sites
from tensorleak_serving.queue import PredictionQueue
from tensorleak_serving.scalars import ScalarLog

import tensorleak

LEAF = 4  # place of "nothing to enter" in what is known of a type


class PlainLog:
    pass


@pytest.mark.parametrize("name", ["tf1", "tf2"])
def test_nothing_is_installed_and_the_probe_brings_it(tmp_path: Path, name: str) -> None:
    """The lanes' environments have neither package; a program that replaces builtins does not reach either of them."""
    if not lane_python(name).exists():
        pytest.skip(f"the {name} lane is not installed: see `tools/env {name}`")
    program = (
        "import builtins; builtins.odd = None\n"
        "from tensorleak_probe import PredictionQueue, QueueFull, ScalarLog, SessionPool, Spool\n"
        "import tensorleak_engine, tensorleak_serving.queue\n"
        "print('odd' not in tensorleak_serving.queue.__builtins__, PredictionQueue.__module__)"
    )
    inject = ROOT / "probe" / "src" / "tensorleak_probe" / "inject"
    for settings, said in (
        ({"PYTHONPATH": str(inject), "TENSORLEAK_RECORD": str(tmp_path / "r.jsonl")}, "True tensorleak_serving.queue"),
        ({"PYTHONPATH": ""}, ""),
    ):
        words = [str(lane_python(name)), "-c", program]
        done = subprocess.run(words, env={**os.environ, **settings}, capture_output=True, text=True, timeout=60)
        assert done.stdout.strip() == said, done.stderr


def test_walks_neither_begin_in_it_nor_enter_its_objects() -> None:
    shapes, names = Shapes(), Names(Sites())
    assert [shapes.of(kind)[LEAF] for kind in (PredictionQueue, ScalarLog, PlainLog)] == [True, True, False]
    names.find_users()
    while not names.refresh():
        pass
    files = {place[0] for _, place, _ in names.of_user()} | {row[1] for rows in names._known.values() for row in rows}
    own = str(Path(tensorleak_serving.__file__).parent)
    assert __file__ in files and not [file for file in files if file.startswith(own)]


def test_both_doors_hand_out_the_same_parts() -> None:
    assert tensorleak.PredictionQueue is tensorleak_probe.PredictionQueue is PredictionQueue
