"""What was measured for a rule: by its programs when they were written, and by the lab's last run on each TensorFlow."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from evidence import cell
from tensorleak_engine.wording import amount

from pages.page import code, table
from tensorleak import programs as shipped

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROGRAMS = Path(shipped.__file__).parent
LANES = {"tf1": "1.15.5", "tf2": "2.21.0"}
LAB = "docs/evidence/lab-*.json"
LAB_WORDS = """\
`tensorleak lab` runs the leaking form and each remedy, and says of a remedy whether it stops the growth; remedies marked *folk* are
common advice. It measures the same on your TensorFlow."""


def programs(rule_id: str) -> str:
    """The programs of a rule with their growth, leaking and repaired."""
    rows = [row for file in sorted(PROGRAMS.glob(f"{rule_id}/*/program.toml")) for row in rows_of(file)]
    if not rows:
        return ""
    head = ("program", "what it does", "TensorFlow", "leaking", "repaired")
    return "### The programs\n\nGrowth as measured when each program was written:\n\n" + table(head, rows)


def rows_of(file: Path) -> list[tuple[str, ...]]:
    """One row for each TensorFlow that the program was measured on."""
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    measured: dict[str, Any] = said.get("measured", {})
    return [
        (code(file.parent.name), said["summary"], LANES.get(lane, lane), *growth(measured.get(lane)))
        for lane in said["lanes"]
    ]


def growth(figures: dict[str, Any] | None) -> tuple[str, str]:
    """Growth of the leaking and the repaired form per round."""
    if figures is None:
        return "", ""
    leaking, repaired = (amount(figures[form]) for form in ("leaking", "fixed"))
    return f"{leaking} per {figures['unit']}", repaired


def measured(root: Path) -> dict[str, str]:
    """By rule, what the lab's files say, a column for each TensorFlow; without such files there is nothing to say."""
    labs = sorted((json.loads(file.read_text(encoding="utf-8")) for file in root.glob(LAB)), key=version)
    by_rule: dict[str, dict[tuple[str, str], str]] = defaultdict(dict)
    for program in (program for lab in labs for program in lab["programs"] if program["rule"]):
        for trial in program["trials"]:
            by_rule[program["rule"]][program["name"], trial["form"]] = form_words(trial)
    return {rule_id: lab_table(forms, labs) for rule_id, forms in by_rule.items()}


def lab_table(forms: dict[tuple[str, str], str], labs: list[dict[str, Any]]) -> str:
    """Growth of each form of each program of a rule."""
    head = ("program", "form", *(f"TensorFlow {lab['environment']['tensorflow']}" for lab in labs))
    rows = [
        (code(Path(name).name), words, *(cell(lab, name, form) for lab in labs))
        for (name, form), words in forms.items()
    ]
    return f"### Measured by the lab\n\n{LAB_WORDS}\n\n{table(head, rows)}"


def version(lab: dict[str, Any]) -> tuple[int, ...]:
    """The TensorFlow of a run of the lab, oldest first."""
    return tuple(int(part) for part in lab["environment"]["tensorflow"].split(".")[:2])


def form_words(trial: dict[str, Any]) -> str:
    """A form by its name and what it does; common advice is marked."""
    folk = " (folk)" if trial["folk"] else ""
    return f"{code(trial['form'])}{folk} {trial['summary'] or ''}".strip()
