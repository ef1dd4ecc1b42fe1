"""Puts one round of a program through the three doors, `run`, `watch` and `steady`, and says what each of them answers."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAMS = Path(__file__).resolve().parent / "programs"
PATIENCE = 300
SECONDS = 6.0  # of rounds: what is looked at for a few seconds is confirmed
LEAST = 60  # rounds
MOST = 3000

ROUNDS = f"""
import time
import {{name}} as program
begun, number = time.monotonic(), 0
for number in {{rounds}}:
    program.round_trip(number)
    if number >= {LEAST} and time.monotonic() - begun > {SECONDS}:
        break
"""
WATCHED = """
import json
from tensorleak_engine.document import as_data
from tensorleak_probe import watch
watched = watch(range({most}), on_leak=lambda diagnosis: None)
{rounds}
watched.close()
del program
print("ANSWER" + json.dumps(as_data(watched.diagnosis)))
"""
TESTED = """
import itertools
import pytest
import {name} as program
rounds = itertools.count()

@pytest.mark.steady
def test_rounds():
    program.round_trip(next(rounds))
"""


@dataclass(frozen=True)
class Door:
    """What one door says: the rule, line, holder and fingerprint of the first leak, and the verdict."""

    verdict: str
    rule: str = ""
    line: int = 0
    holder: str = ""
    fingerprint: str = ""


@dataclass(frozen=True)
class Subject:
    """One program: a module with a `round_trip`, the rule that it breaks, the line to blame."""

    name: str

    @property
    def path(self) -> Path:
        """Where it is."""
        return PROGRAMS / f"{self.name}.py"

    def _constant(self, name: str) -> object:
        for node in ast.parse(self.path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
                return ast.literal_eval(node.value)
        raise LookupError(f"{self.path} has no {name}")

    @property
    def rule(self) -> str:
        """The rule that it breaks; empty for a calm one."""
        return str(self._constant("RULE"))

    @property
    def lanes(self) -> tuple[str, ...]:
        """Where it can run."""
        found = self._constant("LANES")
        assert isinstance(found, tuple)
        return found

    @property
    def line(self) -> int:
        """The line to blame; 0 for a calm one."""
        lines = self.path.read_text(encoding="utf-8").splitlines()
        return next((number for number, line in enumerate(lines, 1) if "# LEAK" in line), 0)


def subjects() -> Iterator[Subject]:
    """All programs."""
    for path in sorted(PROGRAMS.glob("*.py")):
        yield Subject(path.stem)


def _settings() -> dict[str, str]:
    private = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST_", "TENSORLEAK_"))}
    paths = os.pathsep.join((str(ROOT / "probe" / "src"), str(PROGRAMS)))
    return private | {"PYTHONPATH": paths, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}


def _done(command: list[str], folder: Path, statuses: tuple[int, ...] = (0,)) -> str:
    done = subprocess.run(command, cwd=folder, env=_settings(), capture_output=True, text=True, timeout=PATIENCE)
    assert done.returncode in statuses, done.stdout[-2000:] + done.stderr[-3000:]
    return done.stdout


def _first(data: dict) -> Door:  # type: ignore[type-arg]
    leaks = [found for found in data["findings"] if found["verdict"] == "leak"]
    if not leaks:
        return Door(data["verdict"])
    found = leaks[0]
    line = found["location"]["line"] if found["location"] else 0
    return Door("leak", found["rule"], line, found["holder"] or "", found["fingerprint"])


def by_run(subject: Subject, python: Path, folder: Path) -> Door:
    """What `tensorleak run` says."""
    script = folder / "run_it.py"
    script.write_text(ROUNDS.format(name=subject.name, rounds=f"range({MOST})"))
    told = folder / "run.json"
    command = [sys.executable, "-m", "tensorleak", "run", "--python", str(python), "--json", str(told), str(script)]
    _done(command, folder)
    return _first(json.loads(told.read_text()))


def by_watch(subject: Subject, python: Path, folder: Path) -> Door:
    """What `watch` says."""
    script = folder / "watch_it.py"
    rounds = ROUNDS.format(name=subject.name, rounds="watched")
    script.write_text(WATCHED.format(most=MOST, rounds=rounds))
    text = _done([str(python), str(script)], folder)
    return _first(json.loads(text.partition("ANSWER")[2]))


def by_steady(subject: Subject, python: Path, folder: Path) -> Door:
    """What `pytest --tensorleak` says."""
    (folder / "test_it.py").write_text(TESTED.format(name=subject.name))
    sheet = folder / "tests.xml"
    plugin = ["-p", "tensorleak_probe.testing.plugin", "--tensorleak", f"--junitxml={sheet}"]
    _done([str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", *plugin, "test_it.py"], folder, (0, 1))
    rows = ElementTree.parse(sheet).getroot().iter("property")
    told = {row.get("name", "").partition(".")[2]: row.get("value", "") for row in rows}
    if told["verdict"] != "leak":
        return Door(told["verdict"])
    return Door("leak", told["rule"], int(told["line"]), told["holder"], told["fingerprint"])


DOORS = {"run": by_run, "watch": by_watch, "steady": by_steady}
