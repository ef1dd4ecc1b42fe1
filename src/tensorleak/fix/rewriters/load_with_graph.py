"""A model of TensorFlow 1 that a handler loads: nothing is written, since a model belongs to the graph and session of the thread that made it."""

from __future__ import annotations

from tensorleak.fix.outcome import Refusal, Rewrite
from tensorleak.fix.request import Refused, Request

REASON = (
    "in graph mode a model belongs to the graph and session of the thread that loaded it, and another thread's request fails with it: "
    "load it once at the start, keep `tf.get_default_graph()` and the session beside it, "
    "and predict inside `with graph.as_default(), session.as_default():`"
)


def rewrite(request: Request) -> Rewrite | Refusal:
    """Refuses, and says what to write instead."""
    raise Refused(REASON)
