"""A session is opened for every call.

## What it does

Describes a session that is opened for every call, used once and closed, over a graph that is built once.
Each call pays for a session, although one would do for the life of the graph.

`tensorleak check` reports, from the source alone, a session that is opened in every round.

## Why it grows

By itself it does not: a session that is closed, or dropped, gives its memory back. It is slow, since
every session prepares its executors anew and initialises its variables again, and it is the usual company
of a graph that grows in each call (TL101) or of sessions that something keeps (TL102).

## Example

```python
def classify(graph, rows):
    with tf.Session(graph=graph) as sess:
        sess.run("init")
        return sess.run("label:0", {"rows:0": rows})
```

## Use instead

```python
class Classifier:
    def __init__(self, graph):
        self.session = tf.Session(graph=graph)
        self.session.run("init")

    def classify(self, rows):
        return self.session.run("label:0", {"rows:0": rows})
```

## Known limits

This rule has no runtime side: `tensorleak run` never reports it. When sessions that are opened per call
do grow, the finding is TL101 or TL102.

The rule is in preview: the check applies it only with `--preview` or when it is selected by its id or
name. It is silent where the loop makes or clears the graph in every round.

## Fix safety

There is no automatic fix: whether the calls may share a session depends on what they expect of it.
Keeping one session is unsafe when each call relies on freshly initialised variables, or when calls come
from processes that are forked after the session was opened.

## Evidence

No program proves this rule, since the pattern does not grow. Two innocent programs hold the
counter-proof: `programs/innocent/session_per_call_closed` and `programs/innocent/dropped_sessions`;
`make quality` runs them and counts a `leak` verdict on either as a failure.

`tests/check/cases/tl103.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Sessions that are opened, and set up, in every round."""
    for event in story.of("made"):
        if event.value is None or event.value.kind != "session" or event.name == "tf.InteractiveSession":
            continue
        loop = event.repeats()
        if loop is not None and not loop.cleared and not any(part in event.state.graph for part in (loop,)):
            yield suspect(event, "a session is opened in every round; one session can serve all of them", loop)


RULE = Rule(
    id="TL103",
    name="session-per-call",
    summary="A session is opened for every call",
    says="",
    remedy="Open one session for the life of the graph and reuse it.",
    check=check,
    preview=True,
)
