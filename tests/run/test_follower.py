"""What is told while a program runs, by forged recordings that grow before the follower's eyes."""

from __future__ import annotations

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from tensorleak_engine import Diagnosis, Verdict

from tensorleak.cli.run import Reports, announce, withdraw
from tensorleak.follower import MAX_CHILDREN, Follower, Seen
from tensorleak.launch import COST_SHARE, POLL, SAVED, Allowance, Launch, _step


@dataclass
class Heard:
    """A desk that only listens."""

    record: Path
    watched: bool = True
    announced: list[Diagnosis] = field(default_factory=list)
    withdrawn: list[tuple[str, Diagnosis]] = field(default_factory=list)
    observed: list[Sequence[Seen]] = field(default_factory=list)

    def announce(self, diagnosis: Diagnosis) -> None:
        self.announced.append(diagnosis)

    def withdraw(self, sentence: str, diagnosis: Diagnosis) -> None:
        self.withdrawn.append((sentence, diagnosis))

    def observe(self, seen: Sequence[Seen]) -> None:
        self.observed.append(seen)


class Forged:
    """A recording that is written step by step; its graph may gain operations in each."""

    def __init__(self, path: Path, tensorflow: str = "1.15.5") -> None:
        self._path = path
        self.t = 0.0
        self.ops = self.tensors = self.runs = 0
        path.parent.mkdir(exist_ok=True)
        path.touch()
        self.write(
            {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 1, "time": 1.7e9, "probe": "1"}
            | {"python": "3.7.1", "platform": "Linux", "program": "p.py", "cwd": "/w"},
            {"k": "environment", "t": 0.0, "tensorflow": tensorflow},
            {"k": "sites", "rows": [{"id": 1, "frames": [["/w/p.py", 9, "build"]]}]},
        )

    def write(self, *records: dict[str, Any]) -> None:
        with self._path.open("a") as file:
            file.writelines(json.dumps(record) + "\n" for record in records)

    def go_on(self, seconds: float, ops: int = 0, tensors: int = 0, runs: int = 0) -> None:
        """The next stretch of the run, with so many of each per tenth of a second."""
        for _ in range(int(seconds * 10)):
            self.t += 0.1
            self.ops, self.tensors, self.runs = self.ops + ops, self.tensors + tensors, self.runs + runs
            gauges = {"process.rss": 300_000_000 + 500 * self.ops, "malloc.in_use": 100_000_000 + 500 * self.ops}
            gauges |= {"graph.ops": self.ops, "graph.count": 1, "tensor.created": self.tensors}
            row = [1, "/w/p.py", "build", self.ops, 0, {"Add": self.ops}, 0, 0]
            self.write(
                {"k": "sample", "t": round(self.t, 3), "g": gauges, "w": {"session_runs": self.runs}},
                {"k": "tally", "t": round(self.t, 3), "w": {"session_runs": self.runs}, "ops": [row]},
            )


@pytest.fixture
def heard(tmp_path: Path) -> Heard:
    return Heard(tmp_path / "r.jsonl")


def followed(heard: Heard, forged: Forged, times: int, **rates: int) -> Follower:
    """Follows stretches of two seconds each."""
    follower = Follower(heard)
    for _ in range(times):
        forged.go_on(2, **rates)
        follower.step()
    return follower


def last(heard: Heard) -> Diagnosis:
    return heard.observed[-1][0][1]


def test_growth_per_session_run_is_told_once(heard: Heard) -> None:
    followed(heard, Forged(heard.record), 15, ops=3, tensors=3, runs=1)
    assert [diagnosis.findings[0].rule for diagnosis in heard.announced] == ["TL101"]
    assert "per session run" in heard.announced[0].sentence
    assert heard.withdrawn == []


def test_a_collection_makes_it_sure_sooner(heard: Heard) -> None:
    """Growth is told early once a collection has been made, and asked for and waited for as long as none has."""
    forged = Forged(heard.record)
    followed(heard, forged, 4, ops=3, runs=1)
    assert heard.announced == []
    asked = Path(f"{heard.record}.ask").read_text()
    assert json.loads(asked.splitlines()[0]) == {"look": "collect"}
    readings = {"process.rss": 300_000_000 + 500 * forged.ops, "graph.ops": forged.ops}
    answer = {"before": readings, "after": readings, "trimmed": readings, "collected": 0}
    forged.write(
        {"k": "look", "t": forged.t, "kind": "collect", "seconds": 0.1, "w": {"session_runs": forged.runs}, **answer}
    )
    followed(heard, forged, 3, ops=3, runs=1)
    assert len(heard.announced) == 1


@pytest.mark.parametrize("tensorflow", ["1.15.5", "2.21.0"])
def test_a_graph_that_is_being_built_is_not_told(heard: Heard, tensorflow: str) -> None:
    forged = Forged(heard.record, tensorflow)
    follower = followed(heard, forged, 20, ops=30, tensors=30)
    assert last(heard).verdict is Verdict.GROWING  # no rounds were counted that could show a leak
    assert heard.announced == []
    for _ in range(20):
        forged.go_on(2, runs=5)
        follower.step()
    assert last(heard).verdict is not Verdict.LEAK
    assert (heard.announced, heard.withdrawn) == ([], [])


def test_what_was_told_and_does_not_hold_is_withdrawn_once(heard: Heard) -> None:
    forged = Forged(heard.record)
    follower = followed(heard, forged, 10, ops=3, tensors=3, runs=1)
    assert len(heard.announced) == 1
    for _ in range(40):
        forged.go_on(2, runs=1)  # it goes on working, and nothing is added any more
        follower.step()
    assert last(heard).verdict is not Verdict.LEAK
    assert [sentence for sentence, _ in heard.withdrawn] == [heard.announced[0].sentence]
    assert heard.withdrawn[0][1].verdict is not Verdict.LEAK
    assert follower.said is not None
    assert follower.said.withdrawn


def test_nothing_is_judged_twice(heard: Heard) -> None:
    forged = Forged(heard.record)
    follower = followed(heard, forged, 3, ops=3, runs=1)
    judged = len(heard.observed)
    for _ in range(5):
        follower.step()
    forged.write({"k": "sites", "rows": [{"id": 2, "frames": [["/w/p.py", 10, "other"]]}]})
    follower.step()
    assert len(heard.observed) == judged
    forged.go_on(1, ops=3, runs=1)
    follower.step()
    assert len(heard.observed) == judged + 1


def test_only_clearly_more_of_a_run_is_judged_again(heard: Heard) -> None:
    heard.watched = False
    forged = Forged(heard.record)
    follower = followed(heard, forged, 10, runs=1)
    judged = len(heard.observed)
    forged.go_on(1, runs=1)  # a twentieth more
    follower.step()
    assert len(heard.observed) == judged
    forged.write({"k": "look", "t": forged.t, "kind": "collect", "seconds": 0.1, "containers": []})
    follower.step()
    assert len(heard.observed) == judged + 1
    forged.go_on(5, runs=1)
    follower.step()
    assert len(heard.observed) == judged + 2


def test_a_leak_in_a_child_is_told(heard: Heard) -> None:
    Forged(heard.record).go_on(2, runs=1)
    children = Path(f"{heard.record}.children")
    child = Forged(children / "7-0.jsonl")
    followed(heard, child, 15, ops=3, tensors=3, runs=1)
    assert len(heard.announced) == 1


def test_many_children_are_followed_in_turns(heard: Heard) -> None:
    """A step reads as many processes as a slice of time allows, and no more than a few in all."""
    Forged(heard.record).go_on(2, runs=1)
    children = Path(f"{heard.record}.children")
    for number in range(500):
        (children / f"{number:03}-0.jsonl").parent.mkdir(exist_ok=True)
        if number < 20:
            Forged(children / f"{number:03}-0.jsonl").go_on(4, runs=1)
        else:
            (children / f"{number:03}-0.jsonl").touch()
    follower = Follower(heard)
    for _ in range(MAX_CHILDREN + 1):
        follower.step()
    assert len(heard.observed[-1]) == MAX_CHILDREN + 1


@pytest.mark.parametrize("cost", [0.001, 0.02, 0.5, 3.0])
def test_following_uses_a_hundredth_of_the_time(cost: float) -> None:
    allowance, now, spent = Allowance(0.0), 0.0, 0.0
    while now < 1000:
        spent += cost
        now += cost
        now += allowance.pause_after(cost, now)
    assert spent <= 1000 / COST_SHARE + SAVED + cost
    assert spent >= min(1000 / COST_SHARE, 1000 / POLL * cost) * 0.8


def test_saved_time_is_little(heard: Heard) -> None:
    allowance = Allowance(0.0)
    assert allowance.pause_after(0.0, 36_000.0) == POLL  # ten hours in which nothing was to be done
    assert allowance.pause_after(1.0, 36_000.0) == pytest.approx(COST_SHARE * (1.0 - SAVED))


def test_a_step_pauses_by_its_cost(heard: Heard, monkeypatch: pytest.MonkeyPatch) -> None:
    Forged(heard.record).go_on(2, runs=1)
    launch = Launch([], heard.record)
    allowance = Allowance(time.monotonic())
    assert _step(launch, allowance) >= POLL
    assert launch.follower is not None
    clock = iter(range(100))
    monkeypatch.setattr(time, "process_time", lambda: float(next(clock)))
    monkeypatch.setattr(launch.follower, "step", lambda: None)
    assert _step(launch, allowance) > COST_SHARE * (1 - SAVED)


def test_no_follower_without_a_recording(heard: Heard) -> None:
    launch = Launch([], heard.record)
    assert _step(launch, Allowance(time.monotonic())) == POLL
    assert launch.follower is None


def doubtful(heard: Heard) -> None:
    """A run whose models become more: only a collection would tell whether they are garbage."""
    forged = Forged(heard.record, "2.21.0")
    follower = Follower(heard)
    for number in range(10):
        forged.go_on(2, runs=1)
        forged.write({"k": "sample", "t": round(forged.t + 0.01, 3), "g": {"keras.models": 10 * number}})
        follower.step()
    assert len(heard.observed) == 10


def test_questions_go_to_a_sheet_of_the_users_own(heard: Heard, tmp_path: Path) -> None:
    doubtful(heard)
    sheet = tmp_path / "r.jsonl.ask"
    assert sheet.read_text() == '{"look": "collect"}\n'
    assert sheet.stat().st_mode & 0o777 == 0o600


def test_a_planted_sheet_is_left_alone_and_following_goes_on(heard: Heard, tmp_path: Path) -> None:
    (tmp_path / "victim").write_text("mine")
    (tmp_path / "r.jsonl.ask").symlink_to(tmp_path / "victim")
    doubtful(heard)
    assert (tmp_path / "victim").read_text() == "mine"


def reported(heard: Heard, follower: Follower) -> None:
    """What is printed at the end of a run that was followed."""
    launch = Launch([], heard.record, announce=announce, withdraw=withdraw)
    launch.follower = follower
    Reports(heard.record, None, None, quiet=False).make(launch)


def test_the_last_diagnosis_withdraws_what_it_does_not_confirm(
    heard: Heard, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = Forged(heard.record)
    follower = followed(heard, forged, 10, ops=3, tensors=3, runs=1)
    forged.go_on(80, runs=1)  # all that is left of the run comes too late for the follower
    reported(heard, follower)
    said = capsys.readouterr().err.splitlines()
    told = [line for line in said if line.startswith("tensorleak: withdrawn: the graph gains")]
    assert len(told) == 1
    assert "by now it is steady" in told[0]


def test_the_last_diagnosis_confirms_without_a_word(heard: Heard, capsys: pytest.CaptureFixture[str]) -> None:
    forged = Forged(heard.record)
    follower = followed(heard, forged, 10, ops=3, tensors=3, runs=1)
    assert follower.said is not None
    reported(heard, follower)
    printed = capsys.readouterr().err
    assert "LEAK" in printed
    assert "withdrawn" not in printed
