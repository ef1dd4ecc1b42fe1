"""speedscope reads our profiles: by its own schema and in its own page."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from export_consumers import consumer
from export_recordings import BUILDER_LINE, FORGED_PID, NASTY, STEPS


@pytest.fixture
def document(exported: dict[str, Path]) -> dict[str, Any]:
    return json.loads(exported["speedscope"].read_text())


@pytest.fixture
def schema() -> jsonschema.Draft7Validator:
    return jsonschema.Draft7Validator(json.loads((consumer("speedscope") / "file-format-schema.json").read_text()))


def profile(document: dict[str, Any], title: str) -> dict[str, Any]:
    return next(
        found
        for found in document["profiles"]
        if found["name"].startswith(title) and str(FORGED_PID) not in found["name"]
    )


def test_it_follows_the_schema(document: dict[str, Any], schema: jsonschema.Draft7Validator) -> None:
    schema.validate(document)


def test_the_schema_can_refuse(document: dict[str, Any], schema: jsonschema.Draft7Validator) -> None:
    document["profiles"][0]["unit"] = "tensors"
    assert not schema.is_valid(document)


def test_bytes_stand_at_the_line_that_made_them(document: dict[str, Any]) -> None:
    variables = profile(document, "variables alive")
    frames = document["shared"]["frames"]
    stacks = [[frames[number] for number in stack] for stack in variables["samples"]]
    assert variables["unit"] == "bytes"
    assert variables["weights"] == [STEPS * 4000]
    assert [frame["name"] for frame in stacks[0]] == ["<module>", "round_of", "[variable]"]
    assert stacks[0][1]["line"] == BUILDER_LINE - 1
    assert Path(stacks[0][1]["file"]).name == "train.py"


def test_each_kind_has_its_profile(document: dict[str, Any]) -> None:
    assert profile(document, "traces")["endValue"] == STEPS
    assert profile(document, "operations in graphs")["endValue"] == STEPS
    assert profile(document, "constants in graphs")["endValue"] >= STEPS * 2000
    kept = profile(document, "growing containers")
    assert kept["endValue"] >= 10 * 10_000  # what the last census saw: how late it was taken depends on the machine
    assert "tensor" not in {found["unit"] for found in document["profiles"]}


def test_weights_add_up(document: dict[str, Any]) -> None:
    for found in document["profiles"]:
        assert sum(found["weights"]) == found["endValue"] > 0
        assert len(found["weights"]) == len(found["samples"])


def test_the_page_opens_it(browsed: dict[str, Any], document: dict[str, Any]) -> None:
    opened = browsed["speedscope"]
    assert not opened["refused"], opened["console"]
    assert "train.py" in opened["title"]
    assert document["profiles"][document["activeProfileIndex"]]["unit"] == "bytes"


def test_the_page_can_refuse(browsed: dict[str, Any]) -> None:
    assert browsed["broken speedscope"]["refused"]


def test_names_stay_names(exported: dict[str, Path]) -> None:
    text = exported["speedscope"].read_text()
    assert "window.executed" in text
    assert not set("\r\x1b\x07\u202e") & set(text)
    assert NASTY not in json.dumps(json.loads(text), ensure_ascii=False)
