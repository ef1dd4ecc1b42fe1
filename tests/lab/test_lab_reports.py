"""The lab's result in JSON, Markdown and on a terminal: valid, in agreement, and safe from what programs print."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from importlib.resources import files

import jsonschema
from lab_support import CALM, LEAK, form, result
from rich.console import Console

from tensorleak.documents import lab as document
from tensorleak.lab.effect import Effect
from tensorleak.lab.result import Trial
from tensorleak.report import lab_markdown, lab_text

LEAKING = Trial(form(), LEAK, None, 5.0, 200)
FIXED = Trial(form("fixed", summary="the repaired twin"), CALM, None, 4.0, effect=Effect.STOPS)
FOLK = Trial(form("collect", folk=True, expected={"tf2": "does not"}), LEAK, None, 6.0, effect=Effect.FAILS)
HOSTILE = "ended with status 1: <script>alert(1)</script> | \x1b[31mred\nline [link](x)"
BROKEN = Trial(form("broken"), None, HOSTILE, 1.0, status=1, effect=Effect.BREAKS)


def schema() -> dict:
    return json.loads(files("tensorleak.documents").joinpath("lab.schema.json").read_text())


def printed(*trials: Trial, **told: object) -> str:
    out = io.StringIO()
    lab_text.render(result(*trials, **told), Console(file=out, width=200))  # type: ignore[arg-type]
    return out.getvalue()


def test_json_follows_its_schema() -> None:
    data = json.loads(document.render(result(LEAKING, FIXED, FOLK, BROKEN)))
    jsonschema.validate(data, schema())
    assert [trial["effect"] for trial in data["programs"][0]["trials"]] == [
        None,
        "stops it",
        "does not",
        "does not run",
    ]
    assert data["seconds"] == 16.0
    assert "/somewhere" not in json.dumps(data)


def test_schema_can_refuse() -> None:
    data = json.loads(document.render(result(LEAKING)))
    data["programs"][0]["trials"][0]["effect"] = "cures it"
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(data))


def test_markdown_has_a_row_per_form() -> None:
    page = lab_markdown.render(result(LEAKING, FIXED, FOLK))
    assert "| `leaking` | 200 | 6 operations, 100 KB | leak TL101 |  |" in page
    assert "| `fixed` the repaired twin |  | no bytes | steady | stops it |" in page
    assert "| `collect` (*folk*) |  | 6 operations, 100 KB | leak TL101 | does not |" in page


def test_what_programs_print_is_no_markup() -> None:
    page = lab_markdown.render(result(LEAKING, BROKEN))
    row = next(line for line in page.splitlines() if "broken" in line)
    assert "<script" not in row and "\x1b" not in row and "[link]" not in row.replace("\\[", "")
    assert row.replace("\\|", "").count("|") == 6
    assert "\x1b" not in printed(LEAKING, BROKEN)


def test_terminal_shows_the_same() -> None:
    text = printed(LEAKING, FIXED, FOLK)
    assert "6 operations, 100 KB" in text and "stops it" in text and "does not" in text
    assert "1 of 1 leaking programs grew, 1 of 2 remedies stop the growth" in text


def test_an_effect_unlike_elsewhere_is_told() -> None:
    assert "stops it (elsewhere: does not)" in printed(LEAKING, replace(FOLK, effect=Effect.STOPS))
    assert "elsewhere" not in printed(LEAKING, FOLK)


def test_skipped_and_interrupted_are_told() -> None:
    text = printed(skipped="written for TensorFlow 1.15", interrupted=True)
    assert "TL101/example: written for TensorFlow 1.15" in text
    assert "interrupted: 0 of 0 leaking programs grew" in text


def test_growth_that_did_not_repeat_has_no_figure() -> None:
    warm = replace(CALM, memory=22_000.0)
    assert "levels off" in printed(LEAKING, replace(FIXED, measure=warm))
    assert "22 KB" in printed(LEAKING, replace(FIXED, measure=replace(warm, confirmed=True)))
