"""What memray and Scalene say about programs that leak, beside Tensorleak: which line they show first, and whether they call it a leak.

usage: python benchmarks/peers_on_leaks.py [RULE/NAME ...]      prints a table and writes .bench/peers_on_leaks.json

memray shows where memory was allocated: the program's lines are ranked by the bytes that were in use at the peak, and again by
those that were never freed. Scalene names lines that it takes for leaks. The leaking line is the one marked in the program.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PYTHON = ROOT / ".envs" / "peers" / "bin" / "python"
PROGRAMS = ROOT / "src" / "tensorleak" / "programs"
CHOSEN = (
    "TL101/inventory_projection",
    "TL201/step_number_argument",
    "TL301/per_example_losses",
    "TL402/lookup_model_per_request",
    "TL501/epoch_generator",
)
ENVIRONMENT = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1")
# Runs in the peers' environment: bytes by the innermost line of the program, or "" where the stack has none.
READ_MEMRAY = """
import collections, json, sys
from memray import FileReader
program, reader, said = sys.argv[2], FileReader(sys.argv[1]), {}
for name in ("get_high_watermark_allocation_records", "get_leaked_allocation_records"):
    lines = said[name] = collections.Counter()
    for record in getattr(reader, name)(merge_threads=True):
        where = next((line for _, file, line in record.stack_trace() if file == program), "")
        lines[where] += record.size
print(json.dumps(said))
"""


def quietly(command: list[str], folder: Path) -> str:
    done = subprocess.run(
        command, cwd=folder, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=600
    )
    return done.stdout


def leaking_line(program: Path) -> str:
    lines = program.read_text(encoding="utf-8").splitlines()
    return str(next(number for number, line in enumerate(lines, 1) if line.rstrip().endswith("# LEAK")))


def ranking(lines: dict[str, int], wanted: str) -> dict[str, object]:
    """The share of the leaking line, its place among the program's lines, the first of these, and the share without any."""
    total = sum(lines.values()) or 1
    order = [line for line, _ in Counter(lines).most_common() if line]
    return {
        "share": lines.get(wanted, 0) / total,
        "place": order.index(wanted) + 1 if wanted in order else None,
        "first": {line: lines[line] / total for line in order[:4]},
        "nowhere": lines.get("", 0) / total,
    }


def memray(program: Path, folder: Path) -> dict[str, object]:
    capture = folder / "memray.bin"
    quietly(
        [str(PYTHON), "-m", "memray", "run", "--force", "--quiet", "-o", str(capture), str(program)], program.parent
    )
    said = json.loads(quietly([str(PYTHON), "-c", READ_MEMRAY, str(capture), str(program)], folder))
    peak, kept = (ranking(lines, leaking_line(program)) for lines in said.values())
    return {"peak": peak, "never freed": kept, "capture bytes": capture.stat().st_size}


def scalene(program: Path, folder: Path) -> dict[str, object]:
    target = folder / "scalene.json"
    quietly([str(PYTHON), "-m", "scalene", "run", "-o", str(target), str(program)], program.parent)
    said = json.loads(target.read_text()) if target.exists() else {}
    leaks = {
        f"{Path(file).name}:{line}" for file, rows in said.get("files", {}).items() for line in rows.get("leaks", {})
    }
    return {"leaks": sorted(leaks)}


def tensorleak(program: Path, folder: Path) -> dict[str, object]:
    record, target = folder / "t.jsonl", folder / "t.json"
    words = ["run", "--quiet", "--record", str(record), "--json", str(target), "--python", str(PYTHON)]
    quietly([sys.executable, "-m", "tensorleak", *words, str(program)], folder)
    said = json.loads(target.read_text())
    places = [finding["location"] for finding in said["findings"] if finding["verdict"] == "leak"]
    leaks = [f"{Path(place['file']).name}:{place['line']}" for place in places if place]
    return {"verdict": said["verdict"], "leaks": leaks, "recording bytes": record.stat().st_size}


def main() -> int:
    said = {}
    for name in sys.argv[1:] or CHOSEN:
        program = PROGRAMS / name / "leaking.py"
        said[name] = {"line": leaking_line(program)}
        for tool in (tensorleak, memray, scalene):
            with tempfile.TemporaryDirectory() as folder:
                said[name][tool.__name__] = tool(program, Path(folder))
        print(name, json.dumps(said[name]), flush=True)
    out = ROOT / ".bench"
    out.mkdir(exist_ok=True)
    (out / "peers_on_leaks.json").write_text(json.dumps(said, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
