"""Counts what the program did, so that growth is per unit of work, and notices the boundaries between units."""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

KINDS = (
    "marks",
    "train_batches",
    "test_batches",
    "predict_batches",
    "model_loads",
    "session_runs",
    "function_calls",
    "model_calls",
    "gradients",
    "dataset_items",
)


class Work:
    """Plain counters plus one clock comparison per unit; `boundary` runs when a sample is due."""

    def __init__(self) -> None:
        self.counts = dict.fromkeys(KINDS, 0)
        self.due = 0.0
        self.boundary: Callable[[], object] = lambda: None
        self.mark = self.counter("marks")  # one round trip named by the user; returns the time

    def counter(self, kind: str) -> Callable[[], float]:
        """A function that counts one finished unit of `kind` and gives the sampler its chance."""
        work, counts, clock = self, self.counts, system.clock

        def done() -> float:
            counts[kind] += 1
            now = clock()
            if now >= work.due:
                work.boundary()
            return now

        return done
