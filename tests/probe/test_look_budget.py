"""What close looks may cost: a question is answered where looks are dear, and nothing is spent where nobody asks."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from tensorleak_probe import looks
from tensorleak_probe.lifecycle import Probe
from tensorleak_probe.looks import purse
from tensorleak_probe.looks.census import Census

STEP = 0.05


class Clock:
    """Time that passes only when the program works or a look is taken."""

    def __init__(self, start: float) -> None:
        self.now = start

    def clock(self) -> float:
        return self.now

    processor = clock


class Program:
    """A program of 10 s whose looks take `cost` seconds each."""

    def __init__(self, path: Path, cost: float, patch: pytest.MonkeyPatch) -> None:
        self.probe = Probe(str(path / "run.jsonl"))
        self.probe.ready = self.probe.started
        self.clock = Clock(self.probe.started)
        self.taken: list[str] = []
        patch.setattr(looks.system, "clock", self.clock.clock)
        patch.setattr(looks.system, "processor", self.clock.clock)
        patch.setattr(looks.system, "blocks", self._blocks)
        patch.setattr(Census, "steps", lambda census: self._census(census, cost))
        patch.setattr(looks, "collect_and_trim", lambda probe: self._look("collect", cost))

    def _blocks(self) -> int:
        """Python's heap, which grows with the work."""
        return 50_000 * sum(self.probe.work.counts.values())

    def _look(self, kind: str, cost: float) -> dict[str, object]:
        self.taken.append(kind)
        self.clock.now += cost
        return {"tensors": 0, "containers": []}

    def _census(self, census: Census, cost: float) -> Generator[None, None, dict[str, object]]:
        self.clock.now += cost / 2
        yield
        census.taken += 1
        return self._look("census", cost / 2)

    def run(self, question_at: float | None, growth: float = 0.0) -> list[str]:
        begun = self.clock.now
        self.probe.resident = lambda: 5e8 + growth * (self.clock.now - begun)
        while self.clock.now < begun + 10:
            if question_at is not None and self.clock.now >= begun + question_at:
                self.probe.looks.ask("collect")
                question_at = None
            self.probe.work.counts["function_calls"] += 1
            self.clock.now += STEP
            self.probe.looks.at_boundary()
        return self.taken


def test_a_question_is_answered_where_looks_are_dear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Program(tmp_path, 0.3, monkeypatch).run(question_at=1.0) == ["census"] * 3 + ["collect"]


def test_who_holds_comes_before_what_a_collection_frees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Program(tmp_path, 0.6, monkeypatch).run(question_at=1.0) == ["census"] * 3


def test_without_a_question_dear_looks_are_few(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Program(tmp_path, 0.3, monkeypatch).run(question_at=None) == ["census"] * 2


def test_cheap_looks_need_no_credit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = Program(tmp_path, 0.01, monkeypatch).run(question_at=1.0)
    assert taken[:5] == ["census"] * 4 + ["collect"]
    assert 0.01 * len(taken) <= purse.ALLOWANCE + 0.025 * 10


def test_who_holds_what_is_asked_for_where_memory_grows_and_nobody_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken = Program(tmp_path, 0.3, monkeypatch).run(question_at=None, growth=1e7)
    assert taken[:4] == ["census"] * 4
    assert 0.3 * len(taken) <= purse.ALLOWANCE * (1 + looks.GROWTHS) + purse.CREDIT + 0.025 * 10 + 1e-9


def test_memory_that_begins_to_grow_late_is_looked_at_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks that named nothing come ever more rarely; a loop that begins to keep things is seen as soon as memory tells."""
    times: list[float] = []
    program = Program(tmp_path, 0.02, monkeypatch)
    begun = program.clock.now
    program.run(question_at=None)
    before = len(program.taken)
    level = program.clock.now
    program.probe.resident = lambda: 5e8 + 5e7 * (program.clock.now - level)
    while program.clock.now < level + 3:
        program.probe.work.counts["function_calls"] += 1
        program.clock.now += STEP
        program.probe.looks.at_boundary()
        times += [program.clock.now - level] * (len(program.taken) - before - len(times))
    assert program.clock.now > begun + 13
    assert len(times) >= 3 and times[2] < 1.5


@pytest.mark.parametrize(
    ("samples", "before"),
    [
        ([(16, 4, 7), (2, 4, 0), (2, 5, 0)], 16),
        ([(16, 4, 7), (2, 4, 0), (2, 4, 0), (2, 4, 0), (2, 5, 0)], 16),
        ([(16, 4, 7), (2, 4, 8), (2, 4, 8), (2, 4, 9), (2, 5, 0)], 2),
    ],
    ids=["one sample in the middle", "three samples in the middle", "they went before it began"],
)
def test_a_sample_in_the_middle_of_a_collection_is_not_what_was_before_it(
    samples: list[tuple[int, int, int]], before: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Finalizers run before the collector counts the collection: a sample that is taken then has lost the garbage already."""
    program = Program(tmp_path, 0.01, monkeypatch)
    watched, asked = program.probe.looks, []
    monkeypatch.setattr(watched, "_take", lambda kind: asked.append((kind, watched._readings)))
    monkeypatch.setattr(watched._census, "taken", 9)
    watched.ask("collect")
    last: dict[str, float] = {}
    for (
        models,
        runs,
        oldest,
    ) in samples:  # models, full collections so far, the collector's count of the oldest generation
        sample: dict[str, float] = {"keras.models": models, "python.collections": runs}
        monkeypatch.setattr(looks.system, "collector_counts", lambda count=oldest: (0, 0, count))
        program.clock.now += 1.0
        watched.note(last, sample, 0.01)
        last.update(sample)
    ((kind, (most, after)),) = asked
    assert (kind, most["keras.models"], after["keras.models"]) == ("own", before, 2)
