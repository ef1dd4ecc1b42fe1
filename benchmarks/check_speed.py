"""`make bench`, second part: the speed of the static check beside bare parsing, TorchFix and pylint, on one tree in one run.

The tree is a sample of the Keras sources that the environment holds: files that mention both TensorFlow or Keras and
torch, so that neither Tensorleak nor TorchFix may skip any of them.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PEERS = ROOT / ".envs" / "peers" / "bin"
OUT = ROOT / ".bench"
PARSE = """
import ast, pathlib, sys
for path in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    ast.parse(path.read_bytes())
"""
NOTHING = "import ast, pathlib, sys"


def keras_sources() -> Path:
    found = sorted((ROOT / ".envs" / "peers").glob("lib/python3*/site-packages/keras"))
    if not found:
        sys.exit("check_speed: Keras is not installed in .envs/peers: run `tools/env peers`")
    return found[0]


def plant(tree: Path, limit: int) -> int:
    """Copies every so many of the fitting files, until there are `limit` lines; returns the lines."""
    root, lines = keras_sources(), 0
    fitting = [path for path in sorted(root.rglob("*.py")) if b"torch" in path.read_bytes()]
    for path in fitting[::2] + fitting[1::2]:
        target = tree / path.relative_to(root)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
        lines += path.read_bytes().count(b"\n")
        if lines >= limit:
            break
    return lines


def seconds(command: list[str], repeat: int = 1) -> float:
    best = float("inf")
    for _ in range(repeat):
        started = time.perf_counter()
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ), check=False)
        best = min(best, time.perf_counter() - started)
    return best


def checked(tree: Path, jobs: int) -> list[str]:
    words = [sys.executable, "-m", "tensorleak", "check", str(tree), "--tests", "--no-cache", "--jobs", str(jobs)]
    return [*words, "--output-format", "text", "--exit-zero"]


def measure(tree: Path) -> dict[str, float]:
    python = sys.executable
    (tree.parent / "parse.py").write_text(PARSE)
    (tree.parent / "nothing.py").write_text(NOTHING)
    (tree.parent / "small").mkdir()
    (tree.parent / "small" / "one.py").write_text("import tensorflow as tf\n")
    torchfix, pylint = PEERS / "torchfix", PEERS / "pylint"
    timed: dict[str, Callable[[], float]] = {
        "start of Python": lambda: seconds([python, str(tree.parent / "nothing.py")], 3),
        "ast.parse": lambda: seconds([python, str(tree.parent / "parse.py"), str(tree)], 3),
        "start of tensorleak": lambda: seconds(checked(tree.parent / "small", 1), 3),
        "tensorleak, one process": lambda: seconds(checked(tree, 1), 3),
        "tensorleak": lambda: seconds(checked(tree, os.cpu_count() or 1), 3),
        "torchfix": lambda: seconds([str(torchfix), str(tree)]),
        "pylint": lambda: seconds([str(pylint), "--score=n", "--exit-zero", "-j", "0", *map(str, tree.rglob("*.py"))]),
    }
    return {name: run() for name, run in timed.items()}


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", type=int, default=20_000)
    options = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        lines = plant(tree, options.lines)
        times = measure(tree)
    mine = times["tensorleak"]
    parsing = times["ast.parse"] - times["start of Python"]
    ratios = {
        "times ast.parse (start-up left out, all cores)": (mine - times["start of tensorleak"]) / parsing,
        "times ast.parse (start-up left out, one process)": (
            times["tensorleak, one process"] - times["start of tensorleak"]
        )
        / parsing,
        "faster than torchfix": times["torchfix"] / mine,
        "faster than pylint": times["pylint"] / mine,
    }
    print(f"static check on {lines:,} lines of Keras:")
    for name, value in times.items():
        print(f"  {name:28} {value:7.2f} s")
    for name, value in ratios.items():
        print(f"  {name:50} {value:6.1f} x")
    (OUT / "check_speed.json").write_text(json.dumps({"lines": lines, "seconds": times, "ratios": ratios}, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
