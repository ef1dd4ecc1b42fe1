"""Runs a small program with real TensorFlow in one lane's interpreter, where only the probe is on the path."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

from support import PATIENCE, ROOT

PRELUDE = """
import gc, json, os, sys, threading, time, warnings, weakref
import numpy as np
import tensorflow.compat.v1 as tf
from tensorleak_probe.guards.judge import LeakError, LeakWarning
from tensorleak_probe.guards.watch import watch
warnings.simplefilter("ignore")
warnings.simplefilter("always", LeakWarning)

def said(w):
    return {
        "verdict": w.verdict,
        "sentence": w.sentence,
        "rules": [found.rule for found in w.findings],
        "lines": [found.location.line if found.location else 0 for found in w.findings],
        "holders": [found.holder for found in w.findings],
        "remedies": [found.remedy for found in w.findings],
        "rates": [found.rate.count_per_unit for found in w.findings],
    }

def answer(**parts):
    print("ANSWER" + json.dumps(parts))
"""


def run(lane: Path, folder: Path, source: str, *words: str, **environment: str) -> dict:
    """What the program answered; `# LEAK` in it marks the line to blame, as `answer["line"]`."""
    program = folder / "program.py"
    program.write_text(PRELUDE + source)
    private = folder / "tmp"
    private.mkdir(exist_ok=True)
    settings = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "probe" / "src"),
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "CUDA_VISIBLE_DEVICES": "-1",
        "TMPDIR": str(private),
        "PATH": "/usr/bin:/bin",
        **environment,
    }
    done = subprocess.run(
        [str(lane), str(program), *words], cwd=folder, env=settings, capture_output=True, text=True, timeout=PATIENCE
    )
    answers = [line for line in done.stdout.splitlines() if line.startswith("ANSWER")]
    assert done.returncode == 0 and answers, done.stderr[-3000:]
    answer = json.loads(answers[-1][len("ANSWER") :])
    marked = [number for number, line in enumerate(program.read_text().splitlines(), 1) if "# LEAK" in line]
    left = [path.name for path in private.iterdir() if path.name.startswith("tensorleak-")]
    assert left == [], "a recording was left behind"
    return {**answer, "line": marked[0] if marked else 0, "stderr": done.stderr}
