"""Sessions stay open because something keeps them.

## What it does

Finds sessions that are opened again and again and stay open because something keeps them: a list, a dict
per tenant, an attribute of an object that is kept, or the default-session stack that
`tf.InteractiveSession` enters. The recording shows the number of open sessions rising, with the line that
opens them.

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

## Fix safety

There is no automatic fix yet. Sharing one session is unsafe when the sessions hold different variable
values, or run with different configurations. Closing a session earlier is unsafe when something else
still runs it, or when an iterator or a queue runner of its graph is in use.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL102/notebook_evaluation`
- `programs/TL102/self_play_actors`
- `programs/TL102/tenant_sessions`
"""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "session" or (owner.kind == "container" and owner.contents == "session")


RULE = Rule(
    id="TL102",
    name="session-kept-open",
    summary="Sessions stay open because something keeps them",
    says="{count} more sessions stay open per {unit}",
    remedy=("Open one session and reuse it, or close each (`with tf.Session() as sess:`) before letting go of it."),
    explains=explains,
)
