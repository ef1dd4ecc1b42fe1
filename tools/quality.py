"""Runs the programs on both lanes and scores the diagnosis: recall, precision, right lines, verdict confusion.

usage: python tools/quality.py [--lane tf1|tf2] [--select TEXT] [--jobs N] [--report]
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tensorleak.programs import Program, programs

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / ".quality"
CALM = {"steady", "bounded", "retained", "deferred", "too-short"}


def python(lane: str) -> Path:
    return ROOT / ".envs" / lane / "bin" / "python"


def run(program: Program, lane: str) -> dict:
    stem = f"{lane}-{program.name.replace('/', '-')}-{program.form}"
    target, record = OUT / f"{stem}.json", OUT / f"{stem}.jsonl"
    target.unlink(missing_ok=True)
    environment = dict(os.environ, TF_CPP_MIN_LOG_LEVEL="3", CUDA_VISIBLE_DEVICES="-1", PYTHONWARNINGS="ignore")
    command = [
        sys.executable,
        "-m",
        "tensorleak",
        "run",
        "--python",
        str(python(lane)),
        "--json",
        str(target),
        "--record",
        str(record),
        str(program.script),
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    (OUT / f"{stem}.log").write_text(done.stdout + done.stderr)
    diagnosis = (
        json.loads(target.read_text())
        if target.exists()
        else {"verdict": "crashed", "findings": [], "sentence": done.stderr[-300:]}
    )
    return judge(program, lane, diagnosis, done.returncode)


def judge(program: Program, lane: str, diagnosis: dict, status: int) -> dict:
    findings = diagnosis["findings"]
    verdict = diagnosis["verdict"]
    row = {
        "program": program.name,
        "form": program.form,
        "lane": lane,
        "verdict": verdict,
        "rules": [f["rule"] for f in findings],
        "status": status,
        "sentence": diagnosis.get("sentence", ""),
        "expected": program.rule if program.leaking else "/".join(program.verdicts),
    }
    places = [(Path(f["location"]["file"]).name, f["location"]["line"]) if f["location"] else None for f in findings]
    row["places"] = [f"{p[0]}:{p[1]}" if p else None for p in places]
    if program.leaking:
        matching = [place for finding, place in zip(findings, places, strict=True) if finding["rule"] == program.rule]
        row["found"] = bool(matching) and verdict in program.verdicts
        row["first"] = bool(findings) and findings[0]["rule"] == program.rule
        row["line"] = any(place in program.blamed() for place in matching) or "unexplained" in program.verdicts
        row["ok"] = row["found"] and row["line"]
    else:
        row["false_alarm"] = verdict == "leak"
        row["ok"] = verdict in CALM
        row["exact"] = verdict in program.verdicts
    return row


def score(rows: list[dict]) -> dict:
    leaking = [row for row in rows if row["form"] == "leaking"]
    calm = [row for row in rows if row["form"] != "leaking"]
    found = [row for row in leaking if row["found"]]
    said = [rule for row in rows for rule in row["rules"]] if rows else []
    right = sum(1 for row in leaking for rule in row["rules"] if rule == row["expected"])
    return {
        "leaking": len(leaking),
        "recall": len(found) / max(1, len(leaking)),
        "first_rule": sum(row["first"] for row in leaking) / max(1, len(leaking)),
        "right_line": sum(row["line"] for row in found) / max(1, len(found)),
        "twins_and_innocents": len(calm),
        "false_leaks": sum(row["false_alarm"] for row in calm),
        "calm_verdicts": sum(row["ok"] for row in calm) / max(1, len(calm)),
        "exact_verdicts": sum(row["exact"] for row in calm) / max(1, len(calm)),
        "finding_precision": right / max(1, len(said)),
    }


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lane", action="append")
    parser.add_argument("--select", default="")
    parser.add_argument("--form", default="")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    lanes = options.lane or [lane for lane in ("tf1", "tf2") if python(lane).exists()]
    work = [
        (program, lane)
        for program in programs()
        for lane in lanes
        if lane in program.lanes and options.select in program.name and options.form in program.form
    ]
    rows = []
    with ThreadPoolExecutor(options.jobs) as pool:
        for row in pool.map(lambda pair: run(*pair), work):
            rows.append(row)
            mark = "ok  " if row["ok"] else "MISS"
            print(
                f"{mark} {row['lane']} {row['program']:45} {row['form']:8} {row['verdict']:11} {','.join(row['rules']):14} want {row['expected']:8} {' '.join(str(p) for p in row['places'])}"
                + ("" if row["ok"] else f"\n       {row['sentence'][:160]}"),
                flush=True,
            )
    print()
    for lane in lanes:
        mine = [row for row in rows if row["lane"] == lane]
        if mine:
            result = score(mine)
            print(f"{lane}: " + ", ".join(f"{key} {value:.3g}" for key, value in result.items()))
            print(
                "   verdicts of calm programs: "
                + ", ".join(
                    f"{k} {v}" for k, v in Counter(row["verdict"] for row in mine if row["form"] != "leaking").items()
                )
            )
    (OUT / "scores.json").write_text(json.dumps(rows, indent=1))
    total = score(rows)
    good = (
        total["recall"] >= 0.95
        and total["right_line"] >= 0.9
        and total["false_leaks"] == 0
        and total["calm_verdicts"] == 1
    )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
