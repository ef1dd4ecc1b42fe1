"""Every program's recording is diagnosed again: the answers are those that were decided on, right, and true at every moment."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest
from net import Cast, answer, answers, casts
from tensorleak_probe.gauge_catalogue import GAUGES, LIVE

CASTS = list(casts())
CUTS = tuple(number / 21 for number in range(1, 21))
CALM = {"steady", "bounded", "retained", "deferred", "too-short"}
KNOWN = answers()
# Leaks whose parts are named before the whole is: operations of a model that is loaded, a model that is kept later on.
PARTS_FIRST = {
    "tf1 TL401/cross_validation_folds leaking",
    "tf1 TL402/keras_h5_per_image leaking",
    "tf2 TL401/customer_forecast leaking",
    "tf2 TL402/saved_model_per_query leaking",
    "tf2 TL405/evolution_elite leaking",
}


# What it keeps goes with the last request, so that a collection at the end frees it; with few samples nothing else is seen.
FREED_AT_THE_END = {"tf2 TL604/http_build_per_request leaking"}


def known(misses: set[str]) -> list[object]:
    """The recordings as parameters, marked where they are known to fail."""
    marks = {True: [pytest.mark.xfail(strict=True)], False: []}
    return [pytest.param(cast, marks=marks[cast.name in misses], id=cast.name) for cast in CASTS]


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


@pytest.mark.parametrize("cast", known(PARTS_FIRST))
def test_nothing_is_said_too_early(cast: Cast, tmp_path: Path) -> None:
    """At no moment of a calm program a leak is seen, and none in a leaking one that the whole recording does not confirm."""
    confirmed = {row["rule"] for row in KNOWN[cast.name]["findings"] if row["verdict"] == "leak"}
    for share in CUTS:
        early = {str(found.rule) for found in cast.diagnosis(tmp_path, share).findings if found.verdict.value == "leak"}
        assert early <= confirmed, f"after {share:.0%} of the recording"


@pytest.mark.parametrize("cast", known(FREED_AT_THE_END))
def test_a_starved_machine_makes_nobody_lie(cast: Cast, tmp_path: Path) -> None:
    """With few of its samples a calm program is no leak, and a leak is no other one; with a third of them it is not called calm."""
    known = KNOWN[cast.name]
    confirmed = {row["rule"] for row in known["findings"] if row["verdict"] == "leak"}
    for share, seed in itertools.product((0.1, 0.3), (1, 2)):
        said = cast.diagnosis_when_starved(tmp_path, share, seed)
        assert {found.rule for found in said.leaks} <= confirmed, (share, seed)
        calm = str(said.verdict) in CALM - {"too-short"}
        assert not (calm and known["verdict"] == "leak" and share > 0.1), (share, seed, said.sentence)


@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: cast.name)
def test_a_diagnosis_tells_one_story(cast: Cast, tmp_path: Path) -> None:
    """Headline, findings, ledger, what was ruled out and the work that was counted do not contradict each other."""
    diagnosis = cast.diagnosis(tmp_path)
    leaks = diagnosis.leaks
    assert (str(diagnosis.verdict) == "leak") == bool(leaks)
    if leaks:
        assert diagnosis.sentence.startswith(leaks[0].summary)
    if str(diagnosis.verdict) in CALM:
        assert not [found for found in diagnosis.findings if str(found.verdict) in ("growing", "unexplained")]
    if diagnosis.ledger:
        assert sum(part.bytes for part in diagnosis.ledger) == pytest.approx(diagnosis.growth.total_bytes, rel=0.01)
        named = {part.part.split(" ")[0] for part in diagnosis.ledger if part.part.startswith("TL")}
        assert named <= {found.rule for found in leaks}
    told = " ".join(diagnosis.ruled_out)
    for found in leaks:
        gauge = next((one for one in GAUGES if one.rule == found.rule and one.counts == LIVE), None)
        flat = told.partition("not growing: ")[2].split(", ")
        assert gauge is None or gauge.label not in flat or found.rule in ("TL901", "TL401"), (found.rule, gauge.label)
        assert found.rate.unit == diagnosis.growth.unit
    for found in diagnosis.findings:
        assert found.evidence and found.records, "a cause without the records that it was read from"


@pytest.mark.parametrize("cast", CASTS, ids=lambda cast: cast.name)
def test_rates_are_those_of_things_that_were_made(cast: Cast, tmp_path: Path) -> None:
    """No more models, sessions or functions are told to stay than were made."""
    diagnosis = cast.diagnosis(tmp_path)
    made: dict[str, int] = {}
    for line in cast.lines:
        record = json.loads(line)
        for row in record.get("births", ()) if record["k"] == "tally" else ():
            made[f"{row[0]} {row[1]} {row[2]}"] = row[3]
    for found in diagnosis.leaks:
        kind = {"TL401": "model", "TL402": "model", "TL604": "model", "TL405": "model", "TL102": "session"}.get(
            found.rule
        )
        born = sum(count for key, count in made.items() if key.startswith(f"{kind} "))
        if kind and born:
            told = found.rate.count_per_unit * diagnosis.growth.units
            assert told <= 1.3 * born, (found.summary, told, born)
