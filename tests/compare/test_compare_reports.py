"""A comparison as text, JSON and Markdown: the same facts, valid, and inert whatever the names hold."""

from __future__ import annotations

import io
import json
from dataclasses import replace
from importlib.resources import files

import jsonschema
import pytest
from markdown_it import MarkdownIt
from rich.console import Console
from sides import changed, finding, rate, run
from tensorleak_engine.model.diagnosis import Location

from tensorleak.compare import compare
from tensorleak.documents import comparison as document
from tensorleak.model.comparison import Comparison
from tensorleak.report import compare_markdown, compare_text

HOSTILE = "\x1b[2J<script>alert(1)</script>|`x`|[a](javascript:b)@octocat #1 \u202egnp"
LEAKS = [finding(), finding("TL301", subject="losses"), finding("TL203", subject="f")]
FASTER = finding("TL301", subject="losses", how_fast=rate(30, 90_000))
COMPARISON = compare(run("before.jsonl", *LEAKS[:2]), run("after.jsonl", FASTER, LEAKS[2]))


def schema() -> dict:
    return json.loads(files("tensorleak.documents").joinpath("comparison.schema.json").read_text())


def text_of(comparison: Comparison, width: int = 140) -> str:
    out = io.StringIO()
    compare_text.render(comparison, Console(file=out, width=width, force_terminal=False))
    return out.getvalue()


def hostile() -> Comparison:
    found = replace(
        finding(HOSTILE, f"/{HOSTILE}.py", HOSTILE, HOSTILE, rate(unit=HOSTILE)),
        name=HOSTILE,
        summary=HOSTILE,
        location=Location(f"/a/{HOSTILE}", 3, HOSTILE),
    )
    before = changed(run(HOSTILE, found), environment={"python": HOSTILE, "tensorflow": "2"}, program=HOSTILE)
    after = changed(run(f"{HOSTILE}2", replace(found, rate=rate(9, 9e6, unit=HOSTILE))), sentence=HOSTILE)
    return compare(before, after)


def test_json_is_valid_and_can_be_refused() -> None:
    data = json.loads(document.render(COMPARISON))
    jsonschema.validate(data, schema())
    data["findings"][0]["change"] = "somehow"
    assert list(jsonschema.Draft202012Validator(schema()).iter_errors(data))


def test_all_formats_tell_the_same() -> None:
    data = json.loads(document.render(COMPARISON))
    assert [(item["rule"], item["change"]) for item in data["findings"]] == [
        ("TL203", "new"),
        ("TL301", "worse"),
        ("TL101", "fixed"),
    ]
    for text in (text_of(COMPARISON), compare_markdown.render(COMPARISON)):
        for word in ("TL203", "new", "worse", "fixed", "train.py:7", "before.jsonl", "per session run", "TL101"):
            assert word in text
    assert "90 KB [85.5 KB to 94.5 KB]" in text_of(COMPARISON, 200)


def test_rates_and_intervals_in_json() -> None:
    worse = json.loads(document.render(COMPARISON))["findings"][1]
    assert worse["before"] == {
        "bytes_per_unit": 1000.0,
        "bytes_interval": [950.0, 1050.0],
        "count_per_unit": 3.0,
        "count_interval": [2.85, 3.15],
        "unit": "session run",
    }
    assert worse["after"]["bytes_per_unit"] == 90_000.0


@pytest.mark.parametrize("width", [60, 140])
def test_terminals_are_not_steered(width: int) -> None:
    text = text_of(hostile(), width)
    assert not set("\x1b\u202e") & set(text)


def test_markdown_stays_a_table_and_text() -> None:
    tokens = MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(compare_markdown.render(hostile()))
    inline = [child for token in tokens for child in token.children or []]
    assert not {"link_open", "image", "html_inline", "s_open"} & {token.type for token in inline}
    assert not [token for token in tokens if token.type in ("html_block", "fence", "code_block")]
    assert sum(token.type == "table_open" for token in tokens) == 2
    cells = [token for token in tokens if token.type == "td_open"]
    rows = [token for token in tokens if token.type == "tr_open"]
    assert len(cells) + sum(token.type == "th_open" for token in tokens) == 4 * 3 + 3 * (len(rows) - 3)


def test_json_of_hostile_names_is_whole() -> None:
    data = json.loads(document.render(hostile()))
    assert data["findings"][0]["name"] == HOSTILE
