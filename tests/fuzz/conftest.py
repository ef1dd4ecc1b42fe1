"""Runs a property over made-up inputs: a few seconds of fixed ones in `make test`, as long as wanted in `make fuzz`."""

from __future__ import annotations

import json
import os
import select
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase

HERE = Path(__file__).parent
KEPT = Path(".fuzz")  # what a long run finds: the inputs, and Hypothesis's own examples
SECONDS = float(os.environ.get("FUZZ_SECONDS", "0"))  # of all kinds together; 0 for the fixed inputs of `make test`
KINDS = 6
MAX_SECONDS, MAX_MEMORY = 5.0, 300_000_000  # processor seconds and bytes, for one input
HANGS = 90.0  # seconds by the clock: a busy machine may need many for five of the processor
ALLOWED = [
    HealthCheck.too_slow,
    HealthCheck.data_too_large,
    HealthCheck.filter_too_much,
    HealthCheck.large_base_example,
]
settings.register_profile("quick", derandomize=True, database=None, deadline=None, suppress_health_check=ALLOWED)
settings.register_profile(
    "long",
    database=DirectoryBasedExampleDatabase(KEPT / "examples") if SECONDS else None,
    deadline=None,
    max_examples=300,
    suppress_health_check=ALLOWED,
    print_blob=True,
)
settings.load_profile("long" if SECONDS else "quick")
TRIED: Counter[str] = Counter()


class Reading:
    """A process that reads inputs of one kind."""

    def __init__(self, kind: str, folder: Path) -> None:
        self.kind = kind
        self.folder = folder
        self._process: subprocess.Popen[str] | None = None

    def __call__(self, path: Path) -> dict[str, Any]:
        """How reading the input went; it fails the test where it took too much, hung, or ended in a traceback."""
        answer = self._answer(path)
        TRIED[f"{self.kind} {answer['outcome']}"] += 1
        fault = self._fault(answer)
        if fault:
            pytest.fail(f"{fault}; the input is kept as {self._keep(path)}")
        return answer

    def _fault(self, answer: dict[str, Any]) -> str:
        if answer["outcome"] in ("traceback", "hang"):
            return f"{answer['outcome']}: {answer['words']}"
        if answer["seconds"] > MAX_SECONDS:
            return f"it took {answer['seconds']:.1f} s"
        if answer["peak"] > MAX_MEMORY:
            return f"it took {answer['peak'] / 1e6:.0f} MB"
        one_line = answer["outcome"] == "read" or (answer["words"] and "\n" not in answer["words"])
        return "" if one_line else f"not one line: {answer['words']!r}"

    def _answer(self, path: Path) -> dict[str, Any]:
        if self._process is None:
            command = [sys.executable, str(HERE / "target.py")]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(json.dumps([self.kind, str(path)]) + "\n")
        self._process.stdin.flush()
        ready = select.select([self._process.stdout], [], [], HANGS)[0]
        line = self._process.stdout.readline() if ready else ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        words = f"nothing after {HANGS:.0f} s" if not ready else f"the reader ended with {self._process.wait(9)}"
        self.close()
        return {"outcome": "hang", "words": words}

    def _keep(self, path: Path) -> Path:
        """Keeps what a long run found."""
        if not SECONDS:
            return path
        kept = KEPT / "found" / f"{self.kind}-{time.time_ns()}{path.suffix}"
        kept.parent.mkdir(parents=True, exist_ok=True)
        (shutil.copytree if path.is_dir() else shutil.copy)(path, kept)
        return kept

    def close(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@pytest.fixture(scope="module")
def reading(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reading]:
    """The reader of the kind of input that a module names as KIND."""
    one = Reading(request.module.KIND, tmp_path_factory.mktemp("fuzz"))
    yield one
    one.close()


@pytest.fixture
def hunt() -> Callable[[Callable[[], None]], None]:
    """Runs a property once, or over and over for this kind's share of the time."""

    def hunted(prop: Callable[[], None]) -> None:
        end = time.monotonic() + SECONDS / KINDS
        prop()
        while time.monotonic() < end:
            prop()

    return hunted


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A worker of pytest-xdist hands its counts to whoever started it."""
    if hasattr(session.config, "workeroutput"):
        session.config.workeroutput["fuzz"] = dict(TRIED)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    TRIED.update(getattr(node, "workeroutput", {}).get("fuzz", {}))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    if TRIED:
        counts = ", ".join(f"{count} {what}" for what, count in sorted(TRIED.items()))
        terminalreporter.write_line(f"fuzz: {sum(TRIED.values())} inputs: {counts}")
