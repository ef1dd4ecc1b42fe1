"""Sessions stay open because something keeps them.

## What it does

Finds sessions that are opened again and again and stay open because something keeps them: a list, a dict
per tenant, an attribute of an object that is kept, or the default-session stack that
`tf.InteractiveSession` enters. The recording shows the number of open sessions rising, with the line that
opens them.

`tensorleak check` reports, from the source alone, sessions that are opened in every round, put into a
container that outlives the loop and not closed in any round, and each `tf.InteractiveSession` that is opened in
every round without a `close()`.

## Why it grows

An open session owns its executors and the values of its variables. Measured: 0.7 MB (1.15.5) to 1.7 MB
(2.21) per kept session. A session that is merely dropped is closed by its destructor and does not grow.
An `InteractiveSession` that is dropped without `close()` is never freed, since its context holds it.

## Example

```python
class Scorer:
    def __init__(self, graph):
        self.graph = graph
        self.sessions = {}

    def score(self, customer, rows):
        if customer not in self.sessions:
            self.sessions[customer] = tf.Session(graph=self.graph)
        return self.sessions[customer].run("score:0", {"rows:0": rows})
```

## Use instead

```python
class Scorer:
    def __init__(self, graph):
        self.session = tf.Session(graph=graph)

    def score(self, rows):
        return self.session.run("score:0", {"rows:0": rows})

    def close(self):
        self.session.close()
```

## Known limits

A session counts as open until it is closed or freed. Above 200 live sessions, closed ones that are still
referenced are counted as well. What keeps the sessions is named only when it is reached from the
program's own names; otherwise the line that opens them is reported alone.

The check is silent where it cannot tell that the keys of a dict differ from round to round, as with a
customer's name in a message. A session on which anything calls `close` is not blamed.

## Fix safety

For an `InteractiveSession`, `--fix --unsafe-fixes` puts what follows it, up to its last use, into a
`with tf.Session():` block. It is unsafe because code elsewhere may rely on the default session that it
leaves behind. It is refused where the session is kept, handed to a container, yielded over, closed in the
middle of its use, or used by an inner function.

For sessions that a container keeps there is no automatic fix: whether one session may serve all cannot be
told. Sharing is unsafe when the sessions hold different variable values or configurations; closing
earlier is unsafe when something else still runs the session, or an iterator or a queue runner of its
graph is in use.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL102/notebook_evaluation`
- `programs/TL102/self_play_actors`
- `programs/TL102/tenant_sessions`
- `programs/TL102/worker_graphs`

`tests/check/cases/tl102.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import GRAPH_MODEL
from tensorleak.check.events import Story, accumulates
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import Loop, closed_in, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Sessions that a container keeps, and interactive ones that nobody closes."""
    for event in story.of("kept"):
        loop = accumulates(event)
        for value in inside(event.element) if loop and event.element else ():
            if (
                value.kind == "session"
                and loop in value.born
                and value.place
                and loop not in closed_in(value)
                and not value.options.get("once")
            ):
                yield suspect(
                    event,
                    f"a session is opened in every round and kept in `{event.value.name if event.value else ''}`",
                    loop,
                    place=value.place,
                    subject=event.value.name if event.value else "",
                )
    for event in story.of("made"):
        loop = event.repeats() if event.name == "tf.InteractiveSession" else None
        if loop and event.value and "close" not in event.value.used:
            yield suspect(
                event,
                "an interactive session is opened in every round and stays the default",
                loop,
                fix="session_with",
                each=GRAPH_MODEL if builds_network(story, loop) else None,
            )


def builds_network(story: Story, loop: Loop) -> bool:
    """Whether each round makes a network that can be trained: its weights and executors stay with the session."""
    return any(event.name.rpartition(".")[2] in TRAINING and loop in event.state.loops for event in story.of("op"))


TRAINING = frozenset(("minimize", "apply_gradients"))


RULE = Rule(
    id="TL102",
    summary="Sessions stay open because something keeps them",
    check=check,
)
