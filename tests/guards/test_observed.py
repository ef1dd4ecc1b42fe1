"""Guards in a program that the probe observes at the same time: neither disturbs the other."""

from __future__ import annotations

from pathlib import Path

from support import observe

from tensorleak.recording import load

PROGRAM = """
import tensorflow as tf
from tensorflow.python.eager import context
from tensorleak_probe import GraphSealedError, TraceBudgetExceeded, scoped_session, sealed_graph, trace_budget

@trace_budget(2)
@tf.function
def step(x, n):
    return x * n

refused = 0
with context.eager_mode():
    for n in range(5):
        try:
            step(tf.ones([2]), n)
        except TraceBudgetExceeded:
            refused += 1
with scoped_session() as session, sealed_graph():
    try:
        tf.constant(1)
    except GraphSealedError:
        refused += 1
print(refused, len(step.traces))
"""


def test_guards_under_observation(tmp_path: Path, lane: Path) -> None:
    (tmp_path / "p.py").write_text(PROGRAM)
    outcome = observe(tmp_path, "p.py", python=lane)
    assert (outcome.status, outcome.stdout.strip()) == (0, "4 2"), outcome.stderr[-2000:]
    recording = load(outcome.record)
    assert recording.faults == []
