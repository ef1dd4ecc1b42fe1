"""A stage for whole proofs in a second, without TensorFlow: a program that writes its own recording."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

from support import PATIENCE

HERE = Path(__file__).parent


def recording(steps: int, per_step: float, file: str = "/app/train.py") -> str:
    """A recording of a session loop whose graph gains `per_step` operations per run, at line 7 of `file`."""
    header = {
        "k": "header", "format": "tensorleak.recording/1", "id": "x", "pid": 1, "time": 0.0, "python": "3.11.7",
        "probe": "0.1.0", "platform": "linux", "program": file, "cwd": "/app",
    }  # fmt: skip
    lines: list[dict] = [header, {"k": "environment", "t": 0.0, "tensorflow": "2.21.0"}]
    lines.append({"k": "sites", "rows": [{"id": 1, "frames": [[file, 7, "step"]]}]})
    for step in range(steps):
        ops = int(per_step * step)
        gauges = {"graph.ops": 10 + ops, "graph.count": 1, "process.rss": int(3e8 + 4e4 * ops), "tensor.created": ops}
        lines.append({"k": "sample", "t": 0.1 * step, "g": gauges, "w": {"session_runs": step}})
        if per_step:
            rows = [[1, "", "", float(ops), ops, {"Add": ops}, 0, 0]]
            lines.append({"k": "tally", "t": 0.1 * step, "w": {"session_runs": step}, "ops": rows})
    return "".join(json.dumps(line) + "\n" for line in lines)


PROGRAM = """
import os, sys
sys.path[:0] = [{tests!r}, os.path.dirname({tests!r})]
from stage import recording
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 80
per_step = 3  # LEAK
with open(os.environ["TENSORLEAK_RECORD"], "w") as sheet:
    sheet.write(recording(steps, per_step, os.path.abspath(__file__)))
print("sum", steps, os.environ["PYTHONHASHSEED"], sys.stdin.read(), os.getcwd())
with open("written.txt", "a") as note:
    note.write("a run was here")
"""


def make_app(folder: Path) -> Path:
    """A small project with a leaking program and a repaired one."""
    root = folder / "app"
    root.mkdir()
    (root / "pyproject.toml").write_text("")
    leaking = PROGRAM.format(tests=str(HERE))
    (root / "train.py").write_text(leaking)
    (root / "fixed.py").write_text(repaired(leaking))
    return root


def repaired(text: str) -> str:
    return text.replace("per_step = 3  # LEAK", "per_step = 0")


def bare_python(app: Path) -> Path:
    """An interpreter that ignores PYTHONPATH, and with it the probe: the program records itself."""
    wrapper = app.parent / "bare-python"
    wrapper.write_text(f'#!/bin/sh\nexec "{sys.executable}" -I "$@"\n')
    wrapper.chmod(0o755)
    return wrapper


def prove(app: Path, *words: str, stdin: str = "", **environment: str) -> subprocess.CompletedProcess:
    """Runs `tensorleak prove` in the project, as a user would."""
    return subprocess.run(
        [sys.executable, "-m", "tensorleak", "prove", "--python", str(bare_python(app)), *words],
        cwd=app,
        env=dict(os.environ, COLUMNS="200", **environment),
        input=stdin,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def snapshot(folder: Path) -> dict[str, str]:
    """Every file of a tree with its contents, links with their targets."""
    found = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file():
            found[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            found[name] = "folder"
    return found
