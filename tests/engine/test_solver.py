"""The solver: what is set aside is told with its reason, and nothing is set aside for no reason."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path

import pytest
from built import MB, loop
from packaging.specifiers import SpecifierSet
from packaging.version import Version
from tensorleak_engine.causes import CATALOGUE, PLAIN, TELLING
from tensorleak_engine.evidence import gather
from tensorleak_engine.known import KNOWN, within
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.relations import RELATIONS
from tensorleak_engine.solve import solve


def test_what_a_cause_brings_along_is_told_with_the_reason(tmp_path: Path) -> None:
    built = loop().grows("keras.models").born("model", flags=("keras",)).collected()
    built.grows("variable.count", 4).born("variable", 4)
    diagnosis = built.diagnosis(tmp_path)
    assert [found.rule for found in diagnosis.leaks] == ["TL401"]
    assert [(one.kind, one.outcome) for one in diagnosis.considered] == [("variable", "absorbed")]
    assert "model brings variables" in diagnosis.considered[0].why


def test_what_stands_alone_is_not_absorbed(tmp_path: Path) -> None:
    diagnosis = loop().grows("variable.count", 4).born("variable", 4).collected().diagnosis(tmp_path)
    assert [found.rule for found in diagnosis.leaks] == ["TL302"]
    assert diagnosis.considered == ()


def test_what_is_refuted_is_told_with_the_reason(tmp_path: Path) -> None:
    diagnosis = loop().traced("value").diagnosis(tmp_path)
    assert diagnosis.leaks == ()
    assert [(one.kind, one.outcome, one.why) for one in diagnosis.considered] == [
        ("trace", "refuted", "nothing of these traces stays alive")
    ]


def test_what_has_a_bound_is_told_as_bounded(tmp_path: Path) -> None:
    filling = loop().held_by("deque attribute Store.rows", bound=5000).takes_memory(20_000).collected()
    diagnosis = filling.diagnosis(tmp_path)
    assert str(diagnosis.verdict) == "bounded" and "no more than 5,000 in all" in diagnosis.sentence
    assert [one.outcome for one in diagnosis.considered] == ["bounded"]


def test_memory_beyond_what_fills_is_still_unexplained(tmp_path: Path) -> None:
    filling = loop().held_by("deque attribute Store.rows", bound=5000).takes_memory(2 * MB).collected()
    assert str(filling.diagnosis(tmp_path).verdict) == "unexplained"


def test_every_relation_says_why() -> None:
    said = [relation.says for relation in RELATIONS]
    assert all(said) and len(set(said)) == len(said)


def test_no_owner_has_the_signs_of_two_plain_causes() -> None:
    kinds = {kind for cause in CATALOGUE for sign in cause.signs for kind in sign.kinds}
    contents = {word for cause in CATALOGUE for sign in cause.signs for word in sign.contents} | {""}
    reasons = {word for cause in CATALOGUE for sign in cause.signs for word in sign.reasons} | {""}
    for kind in kinds:
        for word in contents if kind == "container" else {""}:
            for reason in reasons if kind == "trace" else {""}:
                owner = Owner(kind, 1.0, contents=word, reason=reason)
                assert len([cause.id for cause in PLAIN if cause.explains(owner)]) <= 1, (kind, word, reason)
    # A rule may have several causes, by what is known of it: native growth, and kernels that are proven to hold it.
    assert len(TELLING) + len(PLAIN) == len({(cause.id, cause.name) for cause in CATALOGUE})


def test_suspects_are_left_alone_where_there_is_no_relation(tmp_path: Path) -> None:
    from tensorleak_engine import timeline
    from tensorleak_engine.case import Case

    from tensorleak.recording.reader import load

    loop().grows("session.open").born("session").diagnosis(tmp_path)
    recording = load(tmp_path / "built.jsonl")
    line = timeline.build(recording)
    case = Case(recording, line, timeline.choose_units(line))
    suspects = gather(case)
    solution = solve(case, list(suspects), ())
    assert solution.causes == suspects and solution.considered == []


@pytest.mark.parametrize("users", [True, False])
def test_a_frameworks_table_is_a_cause_where_it_keeps_the_programs_classes(tmp_path: Path, users: bool) -> None:
    table = {"framework": True, "library": True, "user": False, "users": users}
    diagnosis = loop(rounds=200).held_by("dict global keras.registration.OBJECTS", **table).diagnosis(tmp_path)
    assert [found.rule for found in diagnosis.leaks] == (["TL301"] if users else [])


def test_a_cause_names_the_records_it_was_read_from(tmp_path: Path) -> None:
    built = loop(rounds=200).grows("session.open").born("session").diagnosis(tmp_path)
    samples = [json.loads(line) for line in (tmp_path / "built.jsonl").read_text().splitlines()]
    times = [record["t"] for record in samples if record["k"] == "sample" and "session.open" in record["g"]]
    assert built.leaks[0].records == (f"samples of session.open, {times[0]:.1f} to {times[-1]:.1f} s",)


def test_what_is_handed_to_a_pass_is_left_as_it_was() -> None:
    owner = Owner("model", 1.0, flags=frozenset({"keras"}))
    other = owner.but(flags=["handler"], count=2.0)
    assert (owner.flags, owner.count) == ({"keras"}, 1.0) and (other.flags, other.count) == ({"keras", "handler"}, 2.0)
    with pytest.raises(FrozenInstanceError):
        owner.count = 3.0


def test_the_command_lists_what_was_considered(tmp_path: Path) -> None:
    loop().traced("value").diagnosis(tmp_path)
    command = [sys.executable, "-m", "tensorleak", "report", str(tmp_path / "built.jsonl")]
    plain = subprocess.run(command, capture_output=True, text=True, timeout=120)
    why = subprocess.run([*command, "--why"], capture_output=True, text=True, timeout=120)
    assert plain.returncode == why.returncode == 0
    assert "nothing of these traces stays alive" in " ".join(why.stdout.split())
    assert "also considered" not in plain.stdout
    told = subprocess.run([*command, "--json", "-"], capture_output=True, text=True, timeout=120)
    assert json.loads(told.stdout)["considered"][0]["outcome"] == "refuted"


VERSIONS = (
    "1.14.0",
    "1.15.5",
    "2.0.0a0",
    "2.0.0",
    "2.1.0.dev20191203",
    "2.1.0",
    "2.16.2",
    "2.21.0",
    "2.22.0rc0",
    "2.22",
)


@pytest.mark.parametrize("clauses", sorted({known.tensorflow for known in KNOWN}))
def test_versions_are_compared_as_packaging_compares_them(clauses: str) -> None:
    for version in VERSIONS:
        expected = SpecifierSet(clauses).contains(Version(version), prereleases=True)
        assert within(version, clauses) is expected, (version, clauses)
    assert not within("no version", clauses)


@pytest.mark.parametrize(
    ("version", "registered", "known"),
    [("2.20.0", True, "keras3-optimizer-gradient-registry"), ("2.20.0", False, None), ("2.8.0", True, None)],
)
def test_a_known_leak_needs_its_signature(version: str, registered: bool, known: str | None, tmp_path: Path) -> None:
    built = loop(tensorflow=version).grows("keras.models").born("model", flags=("keras",)).collected()
    if registered:
        built.grows("registry.gradients")
    found = diagnose_one(built, tmp_path)
    assert (found.known_leak.id if found.known_leak else None) == known


def diagnose_one(built, folder: Path):  # type: ignore[no-untyped-def]
    leaks = built.diagnosis(folder).leaks
    assert len(leaks) == 1
    return leaks[0]


@pytest.mark.parametrize(
    "flag", ["through", "through ", "through 1", "through x y", "through ² y", "through 999 y", "through 9" * 9]
)
def test_a_flag_that_no_probe_writes_harms_nothing(flag: str, tmp_path: Path) -> None:
    diagnosis = loop().grows("session.open").born("session", flags=(flag,)).diagnosis(tmp_path)
    assert [found.rule for found in diagnosis.leaks] == ["TL102"]
