"""Scores the diagnosis, the static check and the fixes on the programs.

The diagnosis: every program is run on its lanes; recall, right lines, false alarms, verdicts. The check: every program is
read; recall, right lines, false alarms. The fixes: every leaking program for which there is one is repaired in a copy and
run; its growth must be gone, and bare it must print what it printed. The remedies: every one is run in the lab; its effect must be the one its author told.

What a program does is first measured from outside on this machine (`tools/truth.py`): a leaking program that does not grow here,
or a twin that does, is said in one line and counts neither way.

usage: python tools/quality.py [--lane tf1|tf2] [--select TEXT] [--form TEXT] [--jobs N] [--only diagnosis|check|fixes|remedies] [--apart | --programs FOLDER] [--believed] [--gpu]
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import truth

from tensorleak.check.engine import examine
from tensorleak.check.finding import Severity, StaticFinding
from tensorleak.check.project import Project
from tensorleak.check.source import read_source
from tensorleak.fix import api as fixes
from tensorleak.lab import Options, experiments, run_lab
from tensorleak.lab.experiment import Experiment
from tensorleak.lab.result import Trial
from tensorleak.lab.subject import ask, obstacle
from tensorleak.programs import Program, programs
from tensorleak.prove.output import OutputComparison, Printed, apart_from_chance, compare
from tensorleak.rules import catalogue

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / ".quality"
APART = ROOT / "tests" / "programs" / "apart"
DEVICES = {"CUDA_VISIBLE_DEVICES": "-1"}
ANNOUNCED = "tensorleak: leak: "  # on stderr, while the program runs
CALM = {"steady", "bounded", "retained", "deferred", "too-short"}


def python(lane: str) -> Path:
    return ROOT / ".envs" / lane / "bin" / "python"


def run(program: Program, lane: str, measured: bool = True) -> dict:
    """The truth about a program on this machine, unless its author is believed, then its diagnosis, and how they agree."""
    found = truth.truth(program.script, python(lane), environment()) if measured else None
    diagnosis, status = observe(program.script, lane, f"{lane}-{program.name.replace('/', '-')}-{program.form}")
    return judge(program, lane, diagnosis, status, found)


def environment(settings: dict[str, str] | None = None) -> dict[str, str]:
    return truth.settings({**os.environ, **DEVICES, **(settings or {})})


def observe(script: Path, lane: str, stem: str, settings: dict[str, str] | None = None) -> tuple[dict, int]:
    """Runs a script under the probe, with the lane's interpreter and further variables, and reads its diagnosis."""
    target, record = OUT / f"{stem}.json", OUT / f"{stem}.jsonl"
    target.unlink(missing_ok=True)
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
        str(script),
    ]
    done = subprocess.run(command, env=environment(settings), capture_output=True, text=True, timeout=truth.PATIENCE)
    (OUT / f"{stem}.log").write_text(done.stdout + done.stderr)
    diagnosis = (
        json.loads(target.read_text())
        if target.exists()
        else {"verdict": "crashed", "findings": [], "sentence": done.stderr[-300:]}
    )
    diagnosis["announced"] = ANNOUNCED in done.stderr
    return diagnosis, done.returncode


def judge(program: Program, lane: str, diagnosis: dict, status: int, found: truth.Truth | None = None) -> dict:
    """How a diagnosis agrees with what the program's author says, and with its truth where that was measured."""
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
        "truth": str(found or "not measured"),
        "excuse": truth.excuse(program, found) if found else "",
    }
    places = [(Path(f["location"]["file"]).name, f["location"]["line"]) if f["location"] else None for f in findings]
    row["places"] = [f"{p[0]}:{p[1]}" if p else None for p in places]
    if program.leaking:
        matching = [
            place for finding, place in zip(findings, places, strict=True) if program.is_told_by(finding["rule"])
        ]
        row["found"] = bool(matching) and verdict in program.verdicts
        row["first"] = bool(findings) and program.is_told_by(findings[0]["rule"])
        row["line"] = any(place in program.blamed() for place in matching) or "unexplained" in program.verdicts
        row["ok"] = row["found"] and row["line"]
    else:
        row["false_alarm"] = verdict == "leak"
        row["false_announcement"] = diagnosis.get("announced", False)
        # A buffer that fills is a leak until it is full, and how much of that is seen depends on the machine's speed. Such an
        # announcement is counted below, where the whole must have none, and fails no single program.
        filled = verdict == "bounded" and "bounded" in program.verdicts
        row["ok"] = verdict in CALM and (filled or not row["false_announcement"])
        row["exact"] = verdict in program.verdicts
    return row


def score(rows: list[dict]) -> dict:
    excused = sum(bool(row["excuse"]) for row in rows)
    rows = [row for row in rows if not row["excuse"]]
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
        "false_announcements": sum(row["false_announcement"] for row in calm),
        "calm_verdicts": sum(row["ok"] for row in calm) / max(1, len(calm)),
        "exact_verdicts": sum(row["exact"] for row in calm) / max(1, len(calm)),
        "finding_precision": right / max(1, len(said)),
        "not_counted": excused,
    }


def static(selected: list[Program]) -> dict:
    """Scores the static check: rules that have a stable static side."""
    stable = {rule.id for rule in catalogue() if rule.check is not None and not rule.preview}
    leaking = found = lines = calm = false = 0
    for program in selected:
        said = [item for item in examined(program.script.parent, program.script) if item.rule in stable]
        places = {(Path(item.file).name, item.span.line) for item in said if program.is_told_by(item.rule)}
        if program.leaking and program.rule in stable and not program.unseen:
            leaking, found, lines = leaking + 1, found + bool(places), lines + bool(places & program.blamed())
            if not places & program.blamed():
                print(f"MISS check {program.name}: {[f'{item.rule} {item.location}' for item in said]}")
        elif not program.leaking and not program.versioned:
            said = [item for item in said if item.severity is not Severity.INFO]  # hints fail nothing
            calm, false = calm + 1, false + bool(said)
            if said:
                print(f"FALSE check {program.name} {program.form}: {[f'{item.rule} {item.location}' for item in said]}")
    return {
        "leaking": leaking,
        "recall": found / max(1, leaking),
        "right_line": lines / max(1, found),
        "calm": calm,
        "false": false,
    }


def examined(folder: Path, *scripts: Path) -> list[StaticFinding]:
    project = Project([folder])
    return [item for script in scripts for item in examine(read_source(script), project).findings]


def repaired(program: Program, folder: Path) -> list[str]:
    """Applies every fix there is to a copy of a program; returns their names."""
    shutil.copytree(program.script.parent, folder, ignore=shutil.ignore_patterns("__pycache__", "fixed.py"))
    found = [item for item in examined(folder, folder / program.script.name) if item.fix]
    files = {item.file for item in found}
    sources = {
        source.display: source for source in map(read_source, sorted(folder.glob("*.py"))) if source.display in files
    }
    planned = fixes.plan(found, sources, unsafe=True)
    for fix in planned:
        if fix.before != fix.after:
            fixes.write(fix)
    return [str(item.fix) for fix in planned for item in fix.applied]


def prove(pair: tuple[Program, str]) -> dict | None:
    """Runs the repaired form of a leaking program; None where there is no fix to write."""
    program, lane = pair
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / program.script.parent.name
        applied = repaired(program, folder)
        if not applied:
            return None
        stem = f"{lane}-{program.name.replace('/', '-')}-repaired"
        diagnosis, status = observe(folder / program.script.name, lane, stem)
        output = same_output(program.script, folder / program.script.name, lane, stem)
    good = status == 0 and diagnosis["verdict"] in CALM and output.same
    return {
        "program": program.name,
        "lane": lane,
        "fixes": applied,
        "verdict": diagnosis["verdict"],
        "output": str(output),
        "status": status,
        "ok": good,
    }


def same_output(before: Path, after: Path, lane: str, stem: str) -> OutputComparison:
    """Whether the repaired program prints, bare, what the leaking one prints, apart from what differs from run to run."""
    first, last = printed(before, lane, f"{stem}-before"), printed(after, lane, f"{stem}-after")
    found = compare(first, last)
    if found.same:
        return found
    return apart_from_chance(first, printed(before, lane, f"{stem}-again"), last) or found


def printed(script: Path, lane: str, stem: str) -> Printed:
    """What a program prints when nobody watches."""
    file = OUT / f"{stem}.txt"
    with file.open("wb") as target:
        subprocess.run(
            [str(python(lane)), script.name],
            cwd=script.parent,
            env=environment(),
            stdout=target,
            stderr=subprocess.DEVNULL,
            timeout=truth.PATIENCE,
        )
    return Printed(file, script.parent, Path("/program"))


def prove_all(work: list[tuple[Program, str]], jobs: int) -> list[dict]:
    rows = []
    with ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(prove, [pair for pair in work if pair[0].leaking]):
            if row is not None:
                rows.append(row)
                mark = "ok  " if row["ok"] else "MISS"
                print(
                    f"{mark} fix {row['lane']} {row['program']:45} {row['verdict']:11} {','.join(row['fixes'])}; output {row['output']}",
                    flush=True,
                )
    return rows


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lane", action="append")
    parser.add_argument("--select", default="")
    parser.add_argument("--form", default="")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", choices=("diagnosis", "check", "fixes", "remedies"))
    parser.add_argument(
        "--apart", action="store_true", help="the programs of tests/programs/apart, written by another hand"
    )
    parser.add_argument("--programs", type=Path, help="a folder of programs in the form of tests/programs/apart")
    parser.add_argument(
        "--believed", action="store_true", help="programs do what their authors say: nothing is run bare"
    )
    parser.add_argument("--gpu", action="store_true", help="let the programs have the card, shared between the jobs")
    options = parser.parse_args()
    if options.gpu:
        DEVICES.clear()
        DEVICES["TF_FORCE_GPU_ALLOW_GROWTH"] = "true"
    OUT.mkdir(exist_ok=True)
    lanes = options.lane or [lane for lane in ("tf1", "tf2") if python(lane).exists()]
    folder = APART if options.apart else options.programs
    corpus = programs(folder.resolve()) if folder else programs()
    chosen = [p for p in corpus if options.select in p.name and options.form in p.form]
    subjects = {lane: ask(str(python(lane))) for lane in lanes}
    work = [(program, lane) for program in chosen for lane in lanes if not obstacle(program, subjects[lane])]
    good = True
    if options.only in (None, "check"):
        good &= checked(chosen)
    if options.only in (None, "diagnosis"):
        good &= diagnosed(work, lanes, options.jobs, not options.believed)
    if options.only in (None, "fixes"):
        good &= fixed(work, options.jobs)
    if options.only in (None, "remedies"):
        good &= remedied([one for one in experiments() if options.select in one.name], lanes)
    return 0 if good else 1


def checked(chosen: list[Program]) -> bool:
    result = static(chosen)
    print("check: " + ", ".join(f"{key} {value:.3g}" for key, value in result.items()) + "\n")
    return result["recall"] >= 0.9 and result["false"] == 0


def fixed(work: list[tuple[Program, str]], jobs: int) -> bool:
    rows = prove_all(work, jobs)
    (OUT / "fixes.json").write_text(json.dumps(rows, indent=1))
    gone = sum(row["ok"] for row in rows)
    print(f"fixes: {len(rows)} repaired runs, growth gone in {gone}\n")
    return gone == len(rows)


def remedied(chosen: list[Experiment], lanes: list[str]) -> bool:
    """Runs all remedies beside the twins, and compares what they do with what program.toml says."""
    good = True
    tried = [
        dataclasses.replace(one, forms=tuple(form for form in one.forms if form.name != "fixed"))
        for one in chosen
        if any(form.expected for form in one.forms)
    ]
    for lane in lanes:
        result = run_lab(ask(str(python(lane))), tried, Options(timeout=300, record_dir=OUT / "lab" / lane))
        trials = [(outcome.experiment, trial) for outcome in result.ran for trial in outcome.trials if trial.effect]
        told = [show_remedy(lane, *pair) for pair in trials]
        good &= all(told)
    return good


def show_remedy(lane: str, experiment: Experiment, trial: Trial) -> bool:
    wanted = (trial.form.expected or {}).get(lane)
    good = str(trial.effect) == wanted
    print(
        f"{'ok  ' if good else 'MISS'} remedy {lane} {experiment.name:35} {trial.form.name:30} {trial.effect} want {wanted}"
    )
    return good


def diagnosed(work: list[tuple[Program, str]], lanes: list[str], jobs: int, measured: bool) -> bool:
    rows = []
    with ThreadPoolExecutor(jobs) as pool:
        for row in pool.map(lambda pair: run(*pair, measured), work):
            rows.append(row)
            show(row)
    print()
    for lane in lanes:
        summarise(lane, [row for row in rows if row["lane"] == lane])
    (OUT / "scores.json").write_text(json.dumps(rows, indent=1))
    total = score(rows)
    return bool(
        total["recall"] >= 0.95
        and total["right_line"] >= 0.9
        and total["false_leaks"] == 0
        and total["false_announcements"] == 0
        and total["calm_verdicts"] == 1
    )


def show(row: dict) -> None:
    if row["excuse"]:
        print(f"--   {row['lane']} {row['program']:45} {row['form']:8} {row['verdict']:11} {row['excuse']}", flush=True)
        return
    mark = "ok  " if row["ok"] else "MISS"
    print(
        f"{mark} {row['lane']} {row['program']:45} {row['form']:8} {row['verdict']:11} {','.join(row['rules']):14} want {row['expected']:8} {' '.join(str(p) for p in row['places'])}"
        + ("" if row["ok"] else f"\n       {row['sentence'][:160]}\n       bare: {row['truth']}"),
        flush=True,
    )


def summarise(lane: str, rows: list[dict]) -> None:
    if rows:
        print(f"{lane}: " + ", ".join(f"{key} {value:.3g}" for key, value in score(rows).items()))
        calm = Counter(row["verdict"] for row in rows if row["form"] != "leaking" and not row["excuse"])
        print("   verdicts of calm programs: " + ", ".join(f"{k} {v}" for k, v in calm.items()))


if __name__ == "__main__":
    sys.exit(main())
