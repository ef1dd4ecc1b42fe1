"""What the probe adds to the start of a program that has not imported TensorFlow yet.

`python -c pass` is run bare and with the probe injected in turn: user and system time, median. Then the modules that are imported
before the program's first line are counted on both sides with `-X importtime`, and those that only the probe needs are named.

usage: python benchmarks/startup.py [--count 15] [--python PATH] [--modules]
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from pairs import ENVIRONMENT, OUT, ROOT, alternate, compile_both, cost, middle

from tensorleak.launch import probe_folder

GOAL = 30.0  # milliseconds


def injected(folder: Path, number: int) -> dict[str, str]:
    """The environment in which `tensorleak run` starts a program."""
    return dict(ENVIRONMENT, PYTHONPATH=str(probe_folder()), TENSORLEAK_RECORD=str(folder / f"{number}.jsonl"))


def modules(python: Path, environment: dict[str, str]) -> list[str]:
    """The modules that an empty program imports, in order."""
    done = subprocess.run(
        [str(python), "-X", "importtime", "-c", "pass"], env=environment, capture_output=True, text=True, check=True
    )
    return re.findall(r"^import time:\s+\d+ \|\s+\d+ \|\s*(\S+)$", done.stderr, re.MULTILINE)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=15)
    parser.add_argument("--python", type=Path, default=ROOT / ".envs" / "tf2" / "bin" / "python")
    parser.add_argument("--modules", action="store_true", help="name the modules that only the probe needs")
    options = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    compile_both(options.python)
    command = [str(options.python), "-c", "pass"]
    with tempfile.TemporaryDirectory(dir=OUT) as name:
        folder = Path(name)
        cost(command, injected(folder, -1))  # byte code is written once
        pairs = alternate(
            lambda number: cost(command), lambda number: cost(command, injected(folder, number)), options.count
        )
        plain, under = modules(options.python, ENVIRONMENT), modules(options.python, injected(folder, -2))
    bare, seen = (1000 * middle([getattr(pair, side).processor for pair in pairs]) for side in ("bare", "observed"))
    added = [module for module in under if module not in set(plain)]
    own = [module for module in added if module.split(".")[0] == "tensorleak_probe"]
    print(
        f"start-up: {bare:.0f} ms bare, {seen:.0f} ms observed: {seen - bare:+.0f} ms (goal {GOAL:.0f} ms); "
        f"{len(added)} more modules before the program: {len(own)} of the probe, {len(added) - len(own)} of the standard library"
    )
    if options.modules:
        print("  " + " ".join(added))
    return 0


if __name__ == "__main__":
    sys.exit(main())
