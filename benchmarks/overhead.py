"""`make bench`: what observing costs, side by side with the peers, on the same loops in one run.

Tensorleak's own ratio comes from one process: many short blocks of steps with the probe active and suspended in turn.
The peers cannot be suspended, so their ratio is the step time of a process under the peer over that of a bare process.
What a whole run costs, the desk and the first seconds included, is measured by `whole.py`.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".envs" / "peers" / "bin" / "python"
LOOPS = ROOT / "benchmarks" / "loops.py"
OUT = ROOT / ".bench"
NAMES = ("session", "train_step", "eager", "fit", "predict")
KEEPING = ("loggers", "entries")  # hundreds of thousands of small objects: measured without the peers
ENVIRONMENT = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")


def start(command: list[str]) -> None:
    subprocess.run(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=600)


def step_time(wrap: list[str], name: str, seconds: float, folder: Path) -> dict | None:
    target = folder / "result.json"
    target.unlink(missing_ok=True)
    start([*wrap, str(LOOPS), name, str(seconds), "--json", str(target)])
    return json.loads(target.read_text()) if target.exists() else None


def tensorleak(name: str, seconds: float, folder: Path) -> dict | None:
    return step_time(
        [
            sys.executable,
            "-m",
            "tensorleak",
            "run",
            "--quiet",
            "--record",
            str(folder / "r.jsonl"),
            "--python",
            str(PYTHON),
        ],
        name,
        seconds,
        folder,
    )


def peers(folder: Path) -> dict[str, list[str]]:
    tracing = "import sys, tracemalloc, runpy; tracemalloc.start(); sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')"
    (folder / "traced.py").write_text(tracing)
    return {
        "tracemalloc": [str(PYTHON), str(folder / "traced.py")],
        "memray": [str(PYTHON), "-m", "memray", "run", "--force", "--quiet", "-o", str(folder / "m.bin")],
        "memray --native": [
            str(PYTHON),
            "-m",
            "memray",
            "run",
            "--force",
            "--quiet",
            "--native",
            "-o",
            str(folder / "m.bin"),
        ],
        "scalene": [str(PYTHON), "-m", "scalene", "run", "-o", str(folder / "s.json")],
    }


def start_up(folder: Path) -> dict:
    """Seconds beyond `import tensorflow`, as the median of alternating runs."""
    bare, under = [], []
    script = folder / "import.py"
    script.write_text(
        "import time\nt = time.perf_counter()\nimport tensorflow\nopen({!r}, 'w').write(str(time.perf_counter() - t))\n".format(
            str(folder / "t")
        )
    )
    inject = ROOT / "probe" / "src" / "tensorleak_probe" / "inject"
    for _ in range(5):
        start([str(PYTHON), str(script)])
        bare.append(float((folder / "t").read_text()))
        (folder / "i.jsonl").unlink(missing_ok=True)
        subprocess.run(
            [str(PYTHON), str(script)],
            env=dict(ENVIRONMENT, PYTHONPATH=str(inject), TENSORLEAK_RECORD=str(folder / "i.jsonl")),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        under.append(float((folder / "t").read_text()))
    return {
        "bare": statistics.median(bare),
        "under": statistics.median(under),
        "added": statistics.median(under) - statistics.median(bare),
    }


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=12)
    parser.add_argument("--peer-seconds", type=float, default=5)
    parser.add_argument("--no-peers", action="store_true")
    options = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=OUT))
    rows: dict[str, dict] = {}
    for name in (*NAMES, *KEEPING):
        row: dict = {}
        mine = tensorleak(name, options.seconds, folder)
        row["tensorleak"] = mine["paired"] if mine else None
        row["spread"] = [mine["low"], mine["high"]] if mine else None
        if not options.no_peers and name in NAMES:
            bare = step_time([str(PYTHON)], name, options.peer_seconds, folder)
            for peer, wrap in peers(folder).items():
                result = step_time(wrap, name, options.peer_seconds, folder)
                row[peer] = result["step"] / bare["step"] if result and bare else None
        rows[name] = row
        print(
            f"{name:11}"
            + "".join(
                f"  {tool} {value:.3f}" if isinstance(value, float) else f"  {tool} {value}"
                for tool, value in row.items()
            ),
            flush=True,
        )
    mean = statistics.fmean(row["tensorleak"] for row in rows.values() if row["tensorleak"])
    added = start_up(folder)
    print(
        f"\nmean over the loops: {mean:.3f} x (budget 1.02), each at most {max(row['tensorleak'] for row in rows.values() if row['tensorleak']):.3f} x (budget 1.05)"
    )
    print(f"start-up beyond `import tensorflow`: {added['added']:+.2f} s (budget 0.3 s; {added['bare']:.2f} s bare)")
    (OUT / "overhead.json").write_text(
        json.dumps({"rows": rows, "mean": mean, "start_up": added, "time": time.time()}, indent=1)
    )
    shutil.rmtree(folder, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
