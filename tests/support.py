"""Helpers of all tests: the lanes, and a way to run a program under observation as a user would."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Seconds until a program that does not end counts as hanging. Nothing waits that long on a machine that works, however busy.
PATIENCE = 900.0


def lane_python(lane: str) -> Path:
    return ROOT / ".envs" / lane / "bin" / "python"


@dataclass
class Outcome:
    status: int
    stdout: str
    stderr: str
    record: Path
    diagnosis: dict | None

    @property
    def rules(self) -> list[str]:
        return [finding["rule"] for finding in self.diagnosis["findings"]] if self.diagnosis else []


def observe(
    folder: Path,
    *words: str,
    python: Path | str = sys.executable,
    timeout: float = PATIENCE,
    stdin: str | None = None,
    **environment: str,
) -> Outcome:
    """Runs `tensorleak run` in `folder`; the words after the options are the program and its arguments."""
    record, result = folder / "run.jsonl", folder / "run.json"
    result.unlink(missing_ok=True)
    chosen = () if "--" in words else ("--python", str(python))
    observed = (sys.executable, "-m", "tensorleak", "run", "--record", str(record), "--json", str(result))
    settings = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", **environment)
    done = subprocess.run(
        [*observed, *chosen, *words],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        timeout=timeout,
        input=stdin,
    )
    return Outcome(
        done.returncode,
        done.stdout,
        done.stderr,
        record,
        json.loads(result.read_text()) if result.exists() else None,
    )
