"""Models saved by the lanes' own TensorFlow, once per session, and a stand-in for TensorFlow where its weight adds nothing."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from saved_models import Saved
from support import PATIENCE, lane_python

HERE = Path(__file__).resolve().parent


def build(python: Path, script: str, folder: Path) -> dict[str, dict[str, int]]:
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
    done = subprocess.run(
        [str(python), str(HERE / script), str(folder)], env=settings, capture_output=True, text=True, timeout=PATIENCE
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads((folder / "facts.json").read_text())


@pytest.fixture(scope="session")
def saved2(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    python = lane_python("tf2")
    if not python.exists():
        pytest.skip("the tf2 lane is not installed: see `tools/env tf2`")
    folder = tmp_path_factory.mktemp("tf2-models")
    return Saved(folder, build(python, "save_tf2.py", folder))


@pytest.fixture(scope="session")
def saved1(tmp_path_factory: pytest.TempPathFactory) -> Saved:
    python = lane_python("tf1")
    if not python.exists():
        pytest.skip("the tf1 lane is not installed: see `tools/env tf1`")
    folder = tmp_path_factory.mktemp("tf1-models")
    return Saved(folder, build(python, "save_tf1.py", folder))


STAND_IN = '''
"""As much of TensorFlow as a worker touches before it calls a builder."""
__version__ = "2.0-stand-in"
def constant(value): return value
def executing_eagerly(): return True
'''

BUILDERS = '''
import os, signal, time
import numpy

def double(path):
    return lambda x: x * 2

def moody(path):
    """Does as the first number of its input says."""
    def call(x):
        mood = int(numpy.asarray(x).ravel()[0])
        if mood == 1: raise ValueError("the model is unhappy")
        if mood == 2: os.kill(os.getpid(), signal.SIGKILL)
        if mood == 3: time.sleep(60)
        if mood == 4: time.sleep(1.0)
        if mood == 5: print("last words", flush=True); os._exit(7)
        return x
    return call

def slow(path):
    open(path + ".loading", "w").write(str(os.getpid()))
    time.sleep(60)

def broken(path):
    raise RuntimeError("cannot be built")

def greedy(path):
    ballast = numpy.ones(40_000_000)
    return lambda x: x + 0 * ballast[0]

def many(path):
    return lambda given: {"sum": sum(given.values()), "pair": numpy.stack(list(given.values()))}

def rude(path):
    def call(x):
        raise ValueError("\\x1b]0;pwned\\x07\\x9b31m no")
    return call

def mute(path):
    class Mute(Exception):
        def __str__(self): raise RuntimeError
    def call(x):
        raise Mute()
    return call

def wordy(path):
    return lambda x: {"n" * (17 << 20): x}

def listing(path):
    return lambda given: [part + 1 for part in given]
'''


@pytest.fixture
def stand_in(tmp_path: Path) -> dict[str, str]:
    """The environment of workers that find a stand-in instead of TensorFlow, and builders of little models."""
    folder = tmp_path / "stand_in"
    folder.mkdir()
    (folder / "tensorflow.py").write_text(STAND_IN)
    (folder / "builders.py").write_text(BUILDERS)
    return {"PYTHONPATH": str(folder)}


@pytest.fixture(autouse=True)
def nothing_left_behind() -> Iterator[None]:
    """No test leaves a process, a shared-memory segment or a descriptor behind."""
    before, shared, open_files = children(), segments(), descriptors()
    yield
    assert children() - before == set()
    assert segments() - shared == set()
    assert descriptors() <= open_files + 1


def children() -> set[int]:
    found = set()
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = entry.read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(fields[1]) == os.getpid():
            found.add(int(entry.parent.name))
    return found


def segments() -> set[str]:
    folder = Path("/dev/shm")
    return {entry.name for entry in folder.iterdir() if "tensorleak" in entry.name} if folder.is_dir() else set()


def descriptors() -> int:
    return len(list(Path(f"/proc/{os.getpid()}/fd").iterdir()))
