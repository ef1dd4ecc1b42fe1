"""The guards and what serves, on real TensorFlow: one process per lane runs everything, the plain tests on that lane's Python, too."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from support import PATIENCE, ROOT

GUARDS = Path(__file__).resolve().parent
SERVING = GUARDS.parent / "serving"
PLAIN = [SERVING / f"test_{part}.py" for part in ("queue", "spool", "scalars", "pool")] + [GUARDS / "test_state.py"]


def test_guards_in_a_lane(lane: Path) -> None:
    files = map(str, [*sorted(GUARDS.parent.glob("*/in_lanes/*.py")), *PLAIN])
    settings = dict(
        os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", PYTHONPATH=str(ROOT / "probe" / "src")
    )
    options = ["-q", "--noconftest", "--import-mode=importlib", "-p", "no:cacheprovider", "-o", "addopts="]
    done = subprocess.run(
        [str(lane), "-W", "ignore", "-m", "pytest", *options, *files],
        env=settings,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
