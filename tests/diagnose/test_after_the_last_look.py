"""A container may be seen for the last time long before the loop ends: whether it went on growing is told by memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from built import START, loop
from tensorleak_engine import Verdict, diagnose

from tensorleak.recording.reader import load

ROUNDS, SEEN = 180, 120
EACH = 500_000


def verdict(folder: Path, nbytes: int, still: tuple[str, ...]) -> Verdict:
    """A list that gains 0.5 MB per round, seen for two thirds of the loop; later the gauges that stand `still` do not rise."""
    records = loop(ROUNDS).takes_memory(EACH).held_by("list attribute Store.rows", nbytes=nbytes).records()
    kept = []
    for record in records:
        done = record.get("w", {}).get("function_calls", 0)
        if record["k"] == "look" and done > SEEN:
            continue
        if record["k"] == "sample":
            for gauge in still:
                record["g"][gauge] = START[gauge] + EACH * min(done, SEEN)
        kept.append(record)
    path = folder / "seen.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in kept))
    found = diagnose(load(path))
    assert [finding.rule for finding in found.findings if finding.verdict is Verdict.LEAK] in ([], ["TL301"])
    return found.verdict


BOTH = ("malloc.in_use", "process.rss")


@pytest.mark.parametrize(
    ("nbytes", "still", "goes_on"),
    [
        (EACH, (), True),
        (EACH, BOTH, False),
        (EACH, ("malloc.in_use",), True),
        (4 * EACH, (), True),
        (4 * EACH, BOTH, False),
    ],
    ids=[
        "memory rises on",
        "memory stands still",
        "a pool that had taken its memory before",
        "nodes that hold other nodes, weighed with them",
        "such nodes, and memory stands still",
    ],
)
def test_what_memory_tells(nbytes: int, still: tuple[str, ...], goes_on: bool, tmp_path: Path) -> None:
    assert (verdict(tmp_path, nbytes, still) is Verdict.LEAK) is goes_on
