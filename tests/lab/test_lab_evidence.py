"""The evidence names what exists and is made from the lab's results; a wrong name or a stale table is a fault."""

from __future__ import annotations

import json
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import jsonschema
import pytest
from support import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import evidence

CLAIM = '[[claim]]\nnumber = 1\ndocument = "000"\nclaim = "c"\nfound = "{found}"\nbecause = "b"\nshown = ["{shown}"]\n'


@pytest.fixture
def aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The tool with a folder of its own."""
    for name, path in (("EVIDENCE", tmp_path), ("CLAIMS", tmp_path / "claims.toml"), ("TABLE", tmp_path / "claims.md")):
        monkeypatch.setattr(evidence, name, path)
    return evidence


def test_the_evidence_in_the_tree_is_sound() -> None:
    assert list(evidence.faults()) == []


def test_results_in_the_tree_follow_the_schema_and_name_no_folder() -> None:
    schema = json.loads(files("tensorleak.documents").joinpath("lab.schema.json").read_text())
    assert len(evidence.pages()) == 3
    for path in evidence.pages():
        jsonschema.validate(json.loads(path.read_text()), schema)
        for page in (path, path.with_suffix(".md")):
            text = page.read_text()
            assert str(ROOT) not in text and str(Path.home()) not in text


@pytest.mark.parametrize(
    ("shown", "found", "fault"),
    [
        ("TL101/discount_curve leaking", "refuted", None),
        ("TL101/discount_curve prayer", "refuted", "claim 1 names 'TL101/discount_curve prayer'"),
        ("TL101/discount_curve leaking", "likely", "claim 1 was found 'likely'"),
    ],
)
def test_claims_name_what_exists(aside: ModuleType, shown: str, found: str, fault: str | None) -> None:
    aside.CLAIMS.write_text(CLAIM.format(shown=shown, found=found))
    assert list(aside.faults()) == ([fault] if fault else [])


def test_a_stale_table_is_a_fault(aside: ModuleType) -> None:
    aside.CLAIMS.write_text(CLAIM.format(shown="TL101/discount_curve leaking", found="refuted"))
    measure = {"verdict": "leak", "unit": "call", "bytes_per_round": 107_000, "counters_per_round": {"graph.ops": 5.95}}
    program = {
        "name": "TL101/discount_curve",
        "rule": "TL101",
        "trials": [{"form": "leaking", "measure": measure, "effect": None}],
    }
    lab = {"environment": {"tensorflow": "1.15.5"}, "programs": [program]}
    (aside.EVIDENCE / "lab-tf-1.15.5.json").write_text(json.dumps(lab))
    assert list(aside.faults()) == ["claims.md is out of date: python tools/evidence.py claims"]
    aside.TABLE.write_text(aside.table())
    assert list(aside.faults()) == []
    assert "| TL101/discount_curve leaking | 6 × operation, 107 KB per call |" in aside.TABLE.read_text()
