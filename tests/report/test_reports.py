"""Reports render data: valid against the schema, escaped, and the same leak keeps its fingerprint."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from importlib.resources import files

import jsonschema
from rich.console import Console
from tensorleak_engine.model.diagnosis import Diagnosis, Finding, LedgerPart, Location, MemoryGrowth, Rate, Verdict
from tensorleak_engine.wording import amount, count_words, duration, in_number

from tensorleak.documents import diagnosis as document
from tensorleak.report import terminal

FINDING = Finding(
    rule="TL301",
    name="tensor-kept",
    verdict=Verdict.LEAK,
    summary="list attribute T.losses keeps 1 more tensor per step",
    location=Location("/a/train.py", 7, "step"),
    holder="list attribute T.losses",
    rate=Rate(10_208.0, 1.0, "gradient step"),
    confidence=0.9,
    remedy="Keep numbers.",
    subject="container|losses|train.py:step|list",
    evidence=("grew",),
)
DIAGNOSIS = Diagnosis(
    verdict=Verdict.LEAK,
    sentence=FINDING.summary,
    program="train.py",
    pid=7,
    environment={"python": "3.11.7", "tensorflow": "2.21.0"},
    work={"gradients": 300},
    growth=MemoryGrowth(11_000.0, "gradient step", 0.93, 3e6, 270, 10.0, True),
    findings=(FINDING,),
    ledger=(LedgerPart("TL301 tensor-kept", 2.8e6, 0.93), LedgerPart("unexplained", 2e5, 0.07)),
    memory_limit=16_000_000_000,
    memory_now=600_000_000,
    seconds=12.0,
)


def schema() -> dict:
    return json.loads(files("tensorleak.documents").joinpath("diagnosis.schema.json").read_text())


def text_of(diagnosis: Diagnosis) -> str:
    out = io.StringIO()
    terminal.render(diagnosis, Console(file=out, width=100, force_terminal=False))
    return out.getvalue()


def test_json_is_valid() -> None:
    jsonschema.validate(json.loads(document.render(DIAGNOSIS)), schema())


def test_what_was_written_is_read_back() -> None:
    data = document.as_data(DIAGNOSIS)
    assert document.as_data(document.diagnosis_of(data)) == data


def test_schema_can_refuse() -> None:
    broken = json.loads(document.render(DIAGNOSIS))
    broken["verdict"] = "probably"
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(broken))


def test_terminal_says_what_where_how_fast_and_what_to_change() -> None:
    text = text_of(DIAGNOSIS)
    for part in (
        "LEAK",
        "TL301",
        "train.py:7",
        "list attribute T.losses",
        "10.2 KB per gradient step",
        "Keep numbers.",
        "out of memory",
    ):
        assert part in text


def test_terminal_escapes_do_not_get_through() -> None:
    hostile = replace(FINDING, summary="x\x1b[31mred\x07[bold]y", holder="\x1b]0;title\x07")
    text = text_of(replace(DIAGNOSIS, findings=(hostile,), sentence=hostile.summary))
    assert "\x1b" not in text
    assert "\x07" not in text
    assert "[bold]y" in text


def test_fingerprint_ignores_lines_and_rates() -> None:
    moved = replace(FINDING, location=Location("/b/train.py", 99, "step"), rate=Rate(1.0, 2.0, "session run"))
    assert moved.fingerprint == FINDING.fingerprint
    assert replace(FINDING, rule="TL304").fingerprint != FINDING.fingerprint


def test_words() -> None:
    assert [amount(n) for n in (0, 999, 1000, 10_208, 2_380_000, 24e9)] == [
        "0 B",
        "999 B",
        "1 KB",
        "10.2 KB",
        "2.38 MB",
        "24 GB",
    ]
    assert [count_words(n) for n in (1.0, 2.99, 0.5, 0.014)] == ["1", "3", "0.5", "0.014"]
    assert [duration(n) for n in (5, 600, 7200, 1e6)] == ["5 s", "10 min", "2 h", "12 days"]


def test_one_thing_is_told_in_the_singular() -> None:
    assert in_number("the graph gains 1 operations per run") == "the graph gains 1 operation per run"
    assert in_number("1 more models per step are built") == "1 more model per step is built"
    assert in_number("1 more threads per step never end") == "1 more thread per step never ends"
    assert in_number("11 more models per step are built") == "11 more models per step are built"
