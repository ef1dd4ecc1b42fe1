"""Every gauge is declared once: readers read what is declared, and what is declared turns up wherever gauges are listed."""

from __future__ import annotations

import ast
import inspect
import json
import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from support import ROOT
from tensorleak_probe import gauge_catalogue, gauges
from tensorleak_probe.gauges.base import Gauge

from tensorleak.rules import catalogue

SAMPLED = {gauge.name for gauge in gauge_catalogue.GAUGES if gauge.sampled}


def written(source: str) -> set[str]:
    """The gauges that a source writes into `out`, with a `*` for the name of a device."""
    keys = [
        target.slice
        for node in ast.walk(ast.parse(textwrap.dedent(source)))
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == "out"
    ]
    texts = [key.left if isinstance(key, ast.BinOp) else key for key in keys]
    return {text.value.replace("%s", "*") for text in texts if isinstance(text, ast.Constant)}


@pytest.mark.parametrize("reader", gauges.ALL, ids=lambda reader: reader.__name__)
def test_a_reader_writes_the_gauges_it_says_and_all_are_declared(reader: type) -> None:
    assert written(inspect.getsource(reader)) == set(reader.reads) <= SAMPLED


def test_every_declared_gauge_has_one_reader() -> None:
    read = [name for reader in gauges.ALL for name in reader.reads]
    assert sorted(read) == sorted(SAMPLED)


def test_every_reader_is_used() -> None:
    assert set(Gauge.__subclasses__()) == set(gauges.ALL)


def test_an_undeclared_gauge_is_noticed() -> None:
    assert written("def read(self, out):\n out['moon.phases'] = 1\n out['device.%s.moons' % 1] = 2") == {
        "moon.phases",
        "device.*.moons",
    }


@pytest.mark.parametrize("gauge", gauge_catalogue.GAUGES, ids=lambda gauge: gauge.name)
def test_a_declaration_is_whole(gauge: gauge_catalogue.Declaration) -> None:
    assert sum(gauge.name == other.name for other in gauge_catalogue.GAUGES) == 1
    assert gauge.unit in (gauge_catalogue.BYTES, gauge_catalogue.COUNT)
    assert gauge.counts in (gauge_catalogue.LIVE, gauge_catalogue.MADE, gauge_catalogue.LEVEL)
    assert gauge.meaning.endswith(".") and gauge.label and gauge.noise > 0
    assert gauge.rule in {rule.id for rule in catalogue()}
    assert set(gauge.views) <= set(gauge_catalogue.EVERYWHERE)


def test_devices_are_found_by_their_pattern() -> None:
    assert gauge_catalogue.declared("device.GPU:0.peak") is gauge_catalogue.declared("device.*.peak") is not None
    assert gauge_catalogue.declared("device.GPU:0.in_use").noise == gauge_catalogue.noise_of("device.TPU:1.in_use")
    for name in ("device..peak", "device.GPU:0.moons", "device.peak", "moon.phases", ""):
        assert gauge_catalogue.declared(name) is None
        assert gauge_catalogue.noise_of(name) == gauge_catalogue.EXACT


# Declares two gauges before anything else is imported, and asks everything that lists gauges.
VIEWS = """
import json, sys
from pathlib import Path
from tensorleak_probe import gauge_catalogue as declared

if sys.argv[2] == "declared":
    declared.GAUGES += (
        declared.Declaration("moon.phases", "count", "live", "phases of moons", "Moons seen.", noun="phase", kind="moon"),
        declared.Declaration("moon.bytes", "bytes", "level", "weight of moons", "Weight.", views=("page",)),
    )

import built
from pages import gauges as page_of_gauges
from tensorleak_engine import diagnose_with_questions, timeline
from tensorleak_engine.case import Case
from tensorleak_engine.evidence.births import birth_owners
from tensorleak.chart.parts import parts
from tensorleak.lab import measure
from tensorleak.prove import gauges as proof
from tensorleak.recording.reader import load
from tensorleak.report import lab_words
from tensorleak.report.exports import openmetrics, perfetto
from tensorleak.report.subject import Subject
from tensorleak_probe.births import KINDS
from tensorleak_probe.guards import hooks, judge_counters
from tensorleak_probe.testing import causes, judge

folder = Path(sys.argv[1])
built.START.update({"moon.phases": 0, "moon.bytes": 1000})
calm = built.loop().diagnosis(folder)
short = built.loop(rounds=12).grows("moon.phases").diagnosis(folder)
found = built.loop().grows("moon.phases").born("moon").diagnosis(folder)
recording = load(folder / "built.jsonl")
subject = Subject(found, (recording,))
line = timeline.build(recording)
case = Case(recording, line, timeline.choose_units(line))
changes = proof.compare(recording, recording, "function_calls")
measured = measure.measure([recording], "round", 120)
small, _ = judge_counters.diagnose(str(folder / "built.jsonl"))
levels = [{"moon.phases": 5 * number} for number in range(7)]
grown = judge.confirmed("moon.phases", levels, 5, 1000) if "moon.phases" in judge.COUNTERS else None
traced = json.loads(perfetto.render(subject))["traceEvents"]
print(json.dumps({
    "not growing": any("phases of moons" in line for line in calm.ruled_out),
    "rose in a short run": "phases of moons by 12" in short.sentence,
    "question": "collect" in diagnose_with_questions(recording)[1],
    "births": "moon" in KINDS,
    "owner of growth": any(owner.kind == "moon" for owner in birth_owners(case)),
    "chart": any(track.label == "phases of moons" for track in parts(recording).counters),
    "proof": any(change.gauge == "moon.phases" and change.grows for change in changes),
    "proof alone": proof.still_rising(changes) is not None,
    "lab": round(measured.counters.get("moon.phases", 0), 1) == 1.0,
    "lab alone": "moon.phases" in measure.LIVE,
    "words of the lab": lab_words.COUNTERS.get("moon.phases") == "phase",
    "metric": "# HELP tensorleak_moon_phases Moons seen." in openmetrics.render(subject),
    "unit of a metric": "# UNIT tensorleak_moon_bytes bytes" in openmetrics.render(subject),
    "unit of a trace": any(event["name"] == "moon.bytes" and "bytes" in event["args"] for event in traced),
    "documentation": "| `moon.phases` | count |" in page_of_gauges.page(Path(sys.argv[3])).text,
    "watch": "1 more Python objects per function call at p.py:7" in small["sentence"],
    "epochs": "moon.phases" in hooks.GAUGES,
    "pytest": "moon.phases" in judge.suspects(levels, 5, 1000),
    "words of pytest": grown is not None and causes.count_words(grown) == "1 phases of moon",
}))
"""


def asked(folder: Path, word: str) -> dict[str, bool]:
    """What each view has of the gauge, in an interpreter of its own: views are made when their modules are imported."""
    paths = os.pathsep.join(map(str, (ROOT / "tests", ROOT / "tools")))
    command = [sys.executable, "-c", VIEWS, str(folder), word, str(ROOT)]
    done = subprocess.run(command, env=dict(os.environ, PYTHONPATH=paths), capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    answers: dict[str, bool] = json.loads(done.stdout)
    return answers


def test_a_declared_gauge_turns_up_everywhere(tmp_path: Path) -> None:
    assert [view for view, there in asked(tmp_path, "declared").items() if not there] == []


def test_an_undeclared_gauge_turns_up_nowhere(tmp_path: Path) -> None:
    assert [view for view, there in asked(tmp_path, "undeclared").items() if there] == []
