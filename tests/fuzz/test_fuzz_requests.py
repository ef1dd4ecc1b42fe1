"""The file of requests beside a recording, which the probe reads inside the program: it takes known words and raises nothing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import blob, json_of, torn, value

KIND = "ask"
SEEDS = sorted((Path(__file__).parent / "seeds" / KIND).glob("*.ask"))
WORDS = st.sampled_from(["census", "collect", "rm -rf /", "", "CENSUS"])
LINE = st.one_of(
    st.fixed_dictionaries({"look": st.one_of(WORDS, value)}).map(json_of),
    value.map(json_of),
    blob,
    WORDS.map(str.encode),
)


def test_whatever_is_asked_for(reading: Any, hunt: Callable[[Callable[[], None]], None]) -> None:
    file = reading.folder / "r.jsonl.ask"

    @settings(max_examples=settings().max_examples if settings().database else 300)
    @given(st.lists(LINE, max_size=12).map(b"\n".join).flatmap(torn))
    def prop(data: bytes) -> None:
        file.unlink(missing_ok=True)
        file.touch(0o600)
        file.write_bytes(data)
        reading(file)

    hunt(prop)


@pytest.mark.parametrize("seed", SEEDS, ids=lambda path: path.stem)
def test_what_once_did_harm(seed: Path, reading: Any) -> None:
    file = reading.folder / "seed.jsonl.ask"
    file.unlink(missing_ok=True)
    file.touch(0o600)
    file.write_bytes(seed.read_bytes())
    reading(file)
