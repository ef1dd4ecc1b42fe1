"""Hooks at function entries, on every interpreter that is found: the hooked function is the bare one to everybody who looks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from support import ROOT, lane_python

SCRIPT = Path(__file__).parent / "in_interpreters" / "entry_hooks.py"


def interpreters() -> list[str]:
    """One interpreter per minor version: the lanes', those on the PATH, pyenv's."""
    found = {}
    candidates = [sys.executable, str(lane_python("tf1"))]
    candidates += [shutil.which(f"python3.{minor}") or "" for minor in range(7, 14)]
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates += sorted(map(str, versions.glob("3.*/bin/python")))
    for candidate in candidates:
        if not candidate or not Path(candidate).exists():
            continue
        told = subprocess.run(
            [candidate, "-c", "import sys; print('3.%d' % sys.version_info[1])"], capture_output=True, text=True
        )
        minor = told.stdout.strip()
        if told.returncode == 0 and minor in {f"3.{number}" for number in range(7, 14)}:
            found.setdefault(minor, candidate)
    return sorted(found.values())


@pytest.mark.parametrize("python", interpreters())
def test_hooks_at_entries(python: str) -> None:
    environment = dict(os.environ, PYTHONPATH=str(ROOT / "probe" / "src"), PYTHONDONTWRITEBYTECODE="1")
    done = subprocess.run([python, str(SCRIPT)], env=environment, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.startswith("ok ")
