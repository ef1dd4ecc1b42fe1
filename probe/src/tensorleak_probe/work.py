"""Counts what the program did, so that growth is per unit of work, and notices the boundaries between units."""

import threading
import time

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


class _Local(threading.local):
    busy = False


class Work:
    """Plain counters plus one clock comparison per unit; `boundary` runs when a sample is due."""

    def __init__(self):
        self.counts = dict.fromkeys(KINDS, 0)
        self.local = _Local()
        self.due = 0.0
        self.boundary = lambda: None
        self.mark = self.counter("marks")  # one round trip named by the user; returns the time

    def unit(self, kind):
        """What a wrapper needs to count one unit of `kind` and to give the sampler its chance."""
        return self, self.local, self.counts, kind, time.perf_counter

    def counter(self, kind):
        """A function that does the same, for places that are wrapped in another way."""
        work, _, counts, _, clock = self.unit(kind)

        def done():
            counts[kind] += 1
            now = clock()
            if now >= work.due:
                work.boundary()
            return now

        return done
