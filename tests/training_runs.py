"""One small training, run three times for all tests that need real runs: it keeps one loss a step, three, or none."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from support import PATIENCE, ROOT, lane_python
from terminals import Terminal

PROGRAM = ROOT / "tests" / "compare" / "training.py"


@dataclass(frozen=True)
class TrainingRuns:
    """The recordings, and what was seen while they were made."""

    leaking: Path  # made in a terminal, with --live
    worse: Path  # made in a pipe, with --live and a job summary
    fixed: Path  # made without anything
    terminal: Terminal
    piped: subprocess.CompletedProcess[str]
    plain: subprocess.CompletedProcess[str]
    summary: Path


def command(record: Path, *words: str) -> list[str]:
    python = str(lane_python("tf2"))
    return [sys.executable, "-m", "tensorleak", "run", "--record", str(record), "--python", python, *words]


def make(folder: Path) -> TrainingRuns:
    leaking, worse, fixed = (folder / f"{name}.jsonl" for name in ("leaking", "worse", "fixed"))
    summary = folder / "summary.md"
    summary.write_text("# Other tools\n")
    terminal = Terminal(command(leaking, "--live", str(PROGRAM), "1"), folder)
    terminal.end(PATIENCE)
    piped = _piped(folder, command(worse, "--live", str(PROGRAM), "3"), GITHUB_STEP_SUMMARY=str(summary))
    plain = _piped(folder, command(fixed, "--json", str(folder / "fixed.json"), str(PROGRAM), "0"))
    return TrainingRuns(leaking, worse, fixed, terminal, piped, plain, summary)


def _piped(folder: Path, words: list[str], **environment: str) -> subprocess.CompletedProcess[str]:
    settings = {name: value for name, value in os.environ.items() if name != "GITHUB_STEP_SUMMARY"}
    settings |= {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", **environment}
    return subprocess.run(words, cwd=folder, env=settings, capture_output=True, text=True, timeout=PATIENCE)
