"""Whether two runs did the same work: growth that is gone because less was done proves nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from tensorleak_engine.model.units import UNITS

from tensorleak.recording import Recording

ENOUGH = 0.8
BUSY = 8
# What a repair leaves as it is, most telling first. Loads, births and calls that build are what repairs save.
WORK = (
    "marks",
    "train_batches",
    "gradients",
    "predict_batches",
    "test_batches",
    "function_calls",
    "session_runs",
    "dataset_items",
)
WEAK = ("model_calls", "tensors")


@dataclass(frozen=True)
class WorkComparison:
    """How much of the work before was done after, by one counter."""

    counter: str
    before: int
    after: int
    enough: bool

    @property
    def unit(self) -> str:
        """The counter in the user's words."""
        return UNITS.get(self.counter, self.counter)

    @property
    def share(self) -> float:
        """Work after per work before."""
        return self.after / self.before if self.before else 1.0


def counters(recordings: Iterable[Recording]) -> dict[str, int]:
    """All work of a run, over its processes, to the very end."""
    total: dict[str, int] = {}
    for recording in recordings:
        last: dict[str, int] = {}
        for sample in recording.samples:
            last.update(sample.w)
            if "tensor.created" in sample.g:
                last["tensors"] = int(sample.g["tensor.created"])
        for tally in recording.tallies:
            last.update({name: max(count, last.get(name, 0)) for name, count in tally.w.items()})
        for name, count in last.items():
            total[name] = total.get(name, 0) + count
    return total


def compare(before: dict[str, int], after: dict[str, int], unit: str, output_tells: bool) -> WorkComparison:
    """Compares by the main unit; by another of its size where the repair moved the work; by output as a last resort."""
    busy = [name for name in WORK if before.get(name, 0) >= BUSY]
    main = unit if unit in busy else next(iter(busy), "")
    if main:
        like = [name for name in busy if before[name] >= 0.5 * before[main]]
        chosen = next((name for name in [main, *like] if _share(before, after, name) >= ENOUGH), main)
        return WorkComparison(chosen, before[chosen], after.get(chosen, 0), _share(before, after, chosen) >= ENOUGH)
    weak = next((name for name in WEAK if before.get(name, 0) >= BUSY), "")
    if not weak:
        return WorkComparison("seconds", 0, 0, output_tells)
    enough = _share(before, after, weak) >= ENOUGH or output_tells
    return WorkComparison(weak, before[weak], after.get(weak, 0), enough)


def _share(before: dict[str, int], after: dict[str, int], name: str) -> float:
    return after.get(name, 0) / before[name]
