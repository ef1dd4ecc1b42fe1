"""Every program's recording is diagnosed again: the answers are those that were decided on, right, and true at every moment."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from net import Cast, answer, answers, casts

CASTS = list(casts())
CUTS = (0.15, 0.3, 0.45, 0.6, 0.75, 0.9)
CALM = {"steady", "bounded", "retained", "deferred", "too-short"}
KNOWN = answers()
# Leaks whose parts are named before the whole is: operations of a model that is loaded, a model that is kept later on.
PARTS_FIRST = {
    "tf2 TL105/pooled_ranking leaking",
    "tf1 TL401/width_search leaking",
    "tf2 TL401/customer_forecast leaking",
    "tf2 TL402/saved_model_per_query leaking",
    "tf2 TL405/evolution_elite leaking",
}


def known_misses(cast: Cast) -> object:
    """The recording as a parameter, marked where it is known to fail."""
    marks = [pytest.mark.xfail(strict=True)] if cast.name in PARTS_FIRST else []
    return pytest.param(cast, marks=marks, id=cast.name)


def test_there_is_a_net() -> None:
    """What follows proves something only if there are recordings of both kinds and lanes."""
    kinds = {(cast.name.split(" ")[0], cast.program.leaking) for cast in CASTS}
    assert kinds == {(lane, leaking) for lane in ("tf1", "tf2") for leaking in (True, False)}
    assert {cast.name for cast in CASTS} == set(KNOWN)


@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: cast.name)
def test_the_answer_is_the_one_that_was_decided_on(cast: Cast, tmp_path: Path) -> None:
    now, decided = answer(cast.diagnosis(tmp_path)), KNOWN[cast.name]
    assert now == decided, f"`python tools/net.py write` takes it over:\n{json.dumps(now)}\n{json.dumps(decided)}"


@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: cast.name)
def test_the_answer_is_right(cast: Cast) -> None:
    program, decided = cast.program, KNOWN[cast.name]
    if not program.leaking:
        assert decided["verdict"] in CALM
        return
    blamed = {f"{file}:{line}" for file, line in program.blamed()}
    found = [row for row in decided["findings"] if row["rule"] == program.rule]
    assert decided["verdict"] in program.verdicts
    assert [row for row in found if row["line"] in blamed] or "unexplained" in program.verdicts


@pytest.mark.parametrize("cast", map(known_misses, CASTS))
def test_nothing_is_said_too_early(cast: Cast, tmp_path: Path) -> None:
    """At no moment of a calm program a leak is seen, and none in a leaking one that the whole recording does not confirm."""
    confirmed = {row["rule"] for row in KNOWN[cast.name]["findings"] if row["verdict"] == "leak"}
    for share in CUTS:
        early = {str(found.rule) for found in cast.diagnosis(tmp_path, share).findings if found.verdict.value == "leak"}
        assert early <= confirmed, f"after {share:.0%} of the recording"
