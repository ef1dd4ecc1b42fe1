"""Pairs of runs, bare and observed in turn, and the processor time that each took with all its processes."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / ".bench"
ENVIRONMENT = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", PYTHONWARNINGS="ignore")
PATIENCE = 600.0


@dataclass(frozen=True)
class Cost:
    """What one run took: user and system time of the process and of all its children, and the time on the wall."""

    processor: float
    wall: float
    status: int


def cost(command: Sequence[str], environment: dict[str, str] = ENVIRONMENT, folder: Path | None = None) -> Cost:
    """Runs a command to its end; its output is thrown away."""
    begun = time.perf_counter()
    child = subprocess.Popen(
        command,
        env=environment,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    _, status, used = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    return Cost(used.ru_utime + used.ru_stime, time.perf_counter() - begun, child.returncode)


def compile_both(python: Path | str) -> None:
    """Compiles the desk for this interpreter and the probe for the program's, as an installation does; this tree is run from source."""
    for interpreter, folder in ((sys.executable, "src/tensorleak"), (python, "probe/src/tensorleak_probe")):
        subprocess.run([str(interpreter), "-m", "compileall", "-q", str(ROOT / folder)], check=False)


def observed(python: Path | str, record: Path, words: Sequence[str]) -> list[str]:
    """The command that runs a script under the probe as a user does."""
    started = [sys.executable, "-m", "tensorleak", "run", "--quiet", "--record", str(record), "--python", str(python)]
    return [*started, *words]


@dataclass(frozen=True)
class Pair:
    """One bare and one observed run of the same work."""

    bare: Cost
    observed: Cost

    @property
    def ratio(self) -> float:
        return self.observed.processor / self.bare.processor


def alternate(bare: Callable[[int], Cost], under: Callable[[int], Cost], count: int) -> list[Pair]:
    """Runs pairs; which side comes first changes from pair to pair."""
    pairs = []
    for number in range(count):
        sides = [bare, under] if number % 2 == 0 else [under, bare]
        costs = [side(number) for side in sides]
        pairs.append(Pair(*(costs if number % 2 == 0 else reversed(costs))))
    return pairs


def middle(values: Sequence[float]) -> float:
    return statistics.median(values)
