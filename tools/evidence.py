"""Keeps docs/evidence: the lab's results on the project's TensorFlows, and the table of claims that is made from them.

usage: python tools/evidence.py lab [--lane LANE]... [--record-dir DIR] [--recorded]   runs the lab, writes lab-tf-*.json and lab-tf-*.md
       python tools/evidence.py claims                                   writes claims.md from claims.toml and the lab's JSON
       python tools/evidence.py check                                    names that do not exist, and a stale table, are faults
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tensorleak_engine.wording import amount, count_words

from tensorleak.lab import experiments
from tensorleak.report.lab_words import COUNTERS
from tensorleak.rules import catalogue

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
EVIDENCE = ROOT / "docs" / "evidence"
CLAIMS = EVIDENCE / "claims.toml"
TABLE = EVIDENCE / "claims.md"
PAGES = {"tf1": "lab-tf-1.15.5", "tf215": "lab-tf-2.15", "tf2": "lab-tf-2.21"}
FOUND = ("confirmed", "refuted", "explained differently", "open")
INTRODUCTION = """# What is said about TensorFlow's leaks, and what was measured

The project began with five documents of advice on memory leaks in TensorFlow. Each of their claims became a program, and
`tensorleak lab` ran it on three versions. Made by `make evidence` from [claims.toml](claims.toml) and the lab's results
({pages}); growth is per round of the program's own work.
"""


def main() -> int:
    """Carries out one of the three verbs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("verb", choices=("lab", "claims", "check"))
    parser.add_argument("--lane", action="append", choices=tuple(PAGES))
    parser.add_argument("--record-dir", type=Path, default=ROOT / ".quality" / "lab")
    parser.add_argument("--recorded", action="store_true")
    options = parser.parse_args()
    if options.verb == "lab":
        return max(run_lab(lane, options.record_dir / lane, options.recorded) for lane in options.lane or PAGES)
    if options.verb == "claims":
        TABLE.write_text(table(), encoding="utf-8")
        return 0
    return report(list(faults()))


def run_lab(lane: str, records: Path, recorded: bool) -> int:
    """The lab on one lane; runs whose recordings are there are not repeated."""
    python = ROOT / ".envs" / lane / "bin" / "python"
    if not python.exists():
        print(f"the {lane} environment is missing: tools/env {lane}", file=sys.stderr)
        return 2
    page = EVIDENCE / PAGES[lane]
    command = [sys.executable, "-m", "tensorleak", "lab", "--python", str(python), "--timeout", "240"]
    command += [
        "--record-dir",
        str(records),
        "--recorded" if recorded else "--resume",
        "--json",
        f"{page}.json",
        "--markdown",
        f"{page}.md",
    ]
    return subprocess.run(command, stdout=subprocess.DEVNULL).returncode


def results() -> list[dict[str, Any]]:
    """The lab's results that are there, oldest TensorFlow first."""
    return [json.loads(path.read_text(encoding="utf-8")) for path in pages()]


def pages() -> list[Path]:
    return [path for name in PAGES.values() if (path := EVIDENCE / f"{name}.json").exists()]


def claims() -> list[dict[str, Any]]:
    return list(tomllib.loads(CLAIMS.read_text(encoding="utf-8"))["claim"])


def table() -> str:
    """The whole page."""
    labs = results()
    links = ", ".join(f"[{path.stem}]({path.stem}.md)" for path in pages())
    versions = [f"TensorFlow {lab['environment']['tensorflow']}" for lab in labs]
    lines = [INTRODUCTION.format(pages=links)]
    for claim in claims():
        lines += [f"## {claim['number']}. {claim['found'].capitalize()}", ""]
        lines += [f"**{source(claim)}**: {claim['claim']}", "", claim["because"], ""]
        lines += ["| program | " + " | ".join(versions) + " |", "| --- |" + " --- |" * len(versions)]
        lines += [
            f"| {shown} | " + " | ".join(cell(lab, *shown.split()) for lab in labs) + " |" for shown in claim["shown"]
        ]
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def source(claim: dict[str, Any]) -> str:
    return f"Said in document {claim['document']}" if claim["document"] else "Said elsewhere"


def cell(lab: dict[str, Any], name: str, form: str) -> str:
    """What one version says of one form."""
    program = next((one for one in lab["programs"] if one["name"] == name), None)
    trial = next((one for one in program["trials"] if one["form"] == form), None) if program else None
    if trial is None:
        return ""
    grown = figures(trial["measure"]) if trial["measure"] else ""
    effect = {"does not": "does not stop it"}.get(trial["effect"], trial["effect"] or "")
    return "; ".join(part for part in (grown, effect) if part)


def figures(measure: dict[str, Any]) -> str:
    """Growth per round, or the diagnosis where there is none."""
    if measure["verdict"] not in ("leak", "growing", "unexplained"):
        return str(measure["verdict"])
    parts = [f"{count_words(rate)} × {COUNTERS[name]}" for name, rate in measure["counters_per_round"].items()]
    return ", ".join([*parts, amount(measure["bytes_per_round"])]) + f" per {measure['unit']}"


def faults() -> Iterator[str]:
    """Names of programs, forms and rules that do not exist, and a table that is out of date."""
    known = {f"{one.name} {form.name}" for one in experiments(("TL", "innocent")) for form in one.forms}
    rules = {rule.id for rule in catalogue()}
    for claim in claims():
        yield from (f"claim {claim['number']} names {shown!r}" for shown in claim["shown"] if shown not in known)
        if claim["found"] not in FOUND:
            yield f"claim {claim['number']} was found {claim['found']!r}"
    for path in pages():
        for program in json.loads(path.read_text(encoding="utf-8"))["programs"]:
            forms = [f"{program['name']} {trial['form']}" for trial in program["trials"]]
            yield from (f"{path.name} names {form!r}" for form in forms if form not in known)
            if program["rule"] not in rules | {None}:
                yield f"{path.name} names the rule {program['rule']}"
    if pages() and (not TABLE.exists() or TABLE.read_text(encoding="utf-8") != table()):
        yield "claims.md is out of date: python tools/evidence.py claims"


def report(found: list[str]) -> int:
    for fault in found:
        print(f"evidence: {fault}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
