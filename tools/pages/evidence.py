"""What was measured for a rule: by its programs when they were written, and by the lab's last run on each TensorFlow."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from pages.page import code, table
from tensorleak import programs as shipped
from tensorleak.report.words import amount

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROGRAMS = Path(shipped.__file__).parent
LANES = {"tf1": "1.15.5", "tf2": "2.21.0"}
LAB = "docs/evidence/lab-*.json"


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
    """By rule, what the lab's files say; without such files there is nothing to say."""
    by_rule: dict[str, list[tuple[str, ...]]] = defaultdict(list)
    for file in sorted(root.glob(LAB)):
        for rule_id, row in lab_rows(json.loads(file.read_text(encoding="utf-8"))):
            by_rule[rule_id].append(row)
    head = ("program", "form", "TensorFlow", "growth", "outcome")
    title = "### Measured by the lab\n\n`tensorleak lab` measures the same on your TensorFlow.\n\n"
    return {rule_id: title + table(head, rows) for rule_id, rows in by_rule.items()}


def lab_rows(lab: dict[str, Any]) -> list[tuple[str, tuple[str, ...]]]:
    """The rows of one run of the lab, each with its rule."""
    return []
