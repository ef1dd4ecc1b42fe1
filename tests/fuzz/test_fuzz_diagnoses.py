"""Diagnoses written as JSON: `compare` reads them, or refuses them with one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from forged_runs import leaking, write
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import blob, damaged, json_of, torn

from tensorleak.documents import diagnosis as document
from tensorleak.gather import gather

KIND = "diagnosis"
SEEDS = sorted((Path(__file__).parent / "seeds" / KIND).glob("*.json"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A diagnosis as `report --json` writes it."""
    recording = write(tmp_path_factory.mktemp("whole") / "r.jsonl", leaking())
    written: dict[str, Any] = json.loads(document.render(gather(recording).diagnosis))
    return written


def test_whatever_a_diagnosis_says(
    whole: dict[str, Any], reading: Any, hunt: Callable[[Callable[[], None]], None]
) -> None:
    file = reading.folder / "d.json"

    @settings(max_examples=settings().max_examples if settings().database else 150)
    @given(st.one_of(damaged(whole).map(json_of), damaged(whole).map(json_of).flatmap(torn), blob))
    def prop(data: bytes) -> None:
        file.write_bytes(data)
        reading(file)

    hunt(prop)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_what_once_did_harm(seed: Path, reading: Any) -> None:
    reading(seed)
