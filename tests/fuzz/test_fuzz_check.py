"""What the static check reads: modules, notebooks, settings and baselines, of any content."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import blob, damaged, json_of, text, torn

from tensorleak.programs import programs

KIND = "check"
SOURCES = [program.script.read_text(encoding="utf-8") for program in programs() if program.leaking][:40]
PIECES = [
    "(",
    ")",
    ":",
    "\n",
    "\t",
    "lambda: ",
    "-" * 3000,
    "a." * 900,
    "[" * 150,
    "\x00",
    "é",
    "# coding: utf-7\n",
    "'",
]
NOTEBOOK = {
    "nbformat": 4,
    "metadata": {"kernelspec": {"language": "python"}},
    "cells": [
        {"cell_type": "code", "source": ["import tensorflow as tf\n", "%time x = 1\n", "!ls\n"]},
        {"cell_type": "markdown", "source": "text"},
        {"cell_type": "code", "source": SOURCES[0]},
    ],
}
BASELINE = {
    "schema": "tensorleak.baseline/1",
    "findings": [{"file": "m.py", "rule": "TL101", "fingerprint": "0" * 12, "count": 1}],
}
SETTINGS = ["select", "ignore", "exclude", "tests", "preview", "per-file-ignores", "baseline", "unknown"]


@st.composite
def module(draw: st.DrawFn) -> bytes:
    """A program with pieces cut out, moved and put in."""
    source = draw(st.sampled_from(SOURCES))
    for _ in range(draw(st.integers(0, 4))):
        a, b = sorted((draw(st.integers(0, len(source))), draw(st.integers(0, len(source)))))
        how = draw(st.sampled_from(["cut", "put", "twice", "line"]))
        if how == "cut":
            source = source[:a] + source[min(b, a + 40) :]
        elif how == "put":
            source = source[:a] + draw(st.sampled_from(PIECES)) + source[a:]
        elif how == "twice":
            source = source[:b] + source[a:]
        else:
            lines = source.split("\n")
            del lines[a % len(lines)]
            source = "\n".join(lines)
    return draw(torn(source[:40_000].encode(errors="surrogateescape")))


@st.composite
def table(draw: st.DrawFn) -> bytes:
    """Settings of the right names and of any type."""
    values = st.one_of(
        text, st.booleans(), st.integers(), st.lists(text, max_size=2), st.dictionaries(text, text, max_size=2)
    )
    found = draw(st.dictionaries(st.sampled_from(SETTINGS), values, max_size=3))
    lines = ["[tool.tensorleak]", *(f"{key} = {json.dumps(item)}" for key, item in found.items())]
    return draw(torn("\n".join(lines).encode()))


def test_whatever_is_checked(reading: Any, hunt: Callable[[Callable[[], None]], None]) -> None:
    folder: Path = reading.folder / "project"
    folder.mkdir()

    @settings(max_examples=settings().max_examples if settings().database else 80)
    @given(module(), st.one_of(damaged(NOTEBOOK).map(json_of).flatmap(torn), blob))
    def prop(source: bytes, notebook: bytes) -> None:
        (folder / "m.py").write_bytes(source)
        (folder / "n.ipynb").write_bytes(notebook)
        reading(folder)

    hunt(prop)


def test_whatever_the_settings_say(reading: Any) -> None:
    folder: Path = reading.folder / "set"
    folder.mkdir()
    (folder / "m.py").write_text(SOURCES[0])

    @settings(max_examples=settings().max_examples if settings().database else 60)
    @given(st.one_of(table(), blob), st.one_of(damaged(BASELINE).map(json_of).flatmap(torn), blob))
    def prop(chosen: bytes, baseline: bytes) -> None:
        (folder / "base.json").write_bytes(baseline)
        (folder / "pyproject.toml").write_bytes(
            chosen + b'\n[tool.tensorleak]\nbaseline = "base.json"\n' * (chosen == b"")
        )
        reading(folder)

    prop()
