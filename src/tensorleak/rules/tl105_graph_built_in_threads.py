"""Worker threads add operations to a shared graph.

## What it does

Finds worker threads that add operations to a graph they share, for example a `tf.random_normal` or a
`tf.nn.top_k` inside the function that a thread pool calls. The recording shows the operations with the
frames of a thread below the line that builds them.

`tensorleak check` reports, from the source alone, operations that the function of a thread or of a thread
pool's task adds to a graph that is older than the threads, when a session runs there too.

## Why it grows

It grows as TL101 does, once per thread and round. Running a shared session from many threads is not the
cause: measured, `Session.run` from 10 threads with fed arrays is flat, while building `tf.random_normal`
in each thread added 60 operations per round.

## Example

```python
def rank(query):
    with graph.as_default():
        best = tf.nn.top_k(scores, k=5).indices
        return session.run(best, {question: query})


with ThreadPoolExecutor(8) as pool:
    answers = list(pool.map(rank, queries))
```

## Use instead

```python
with graph.as_default():
    best = tf.nn.top_k(scores, k=5).indices
graph.finalize()


def rank(query):
    return session.run(best, {question: query})


with ThreadPoolExecutor(8) as pool:
    answers = list(pool.map(rank, queries))
```

## Known limits

A thread is recognised by the frames of `threading` or `concurrent.futures` below the line that builds.
Threads that native code starts have no such frames; their growth is reported as TL101.

The check follows `threading.Thread(target=...)`, a subclass with `run`, thread pools and
`asyncio.to_thread`. A subclass that hands its target to the constructor of `Thread` is not followed.

## Fix safety

`--fix --unsafe-fixes` gives a task that opens its own session a graph of its own; otherwise it builds the
operations once, in `__init__`, before the loop or in the caller, as for TL101. Both are unsafe: names,
order and random seeds of operations change, and a task with its own graph no longer sees the shared one.
It is refused where an operation depends on a value that only the thread knows and that cannot be fed.

`graph.finalize()` is not written: it turns any building that was overlooked into an error, which is
wanted in tests and may not be wanted in a running service.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL105/noise_workers`
- `programs/TL105/pooled_ranking`

`tests/check/cases/tl105.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.graphs import piles
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Operations that worker threads add to a shared graph."""
    for pile in piles(story):
        first = pile.events[0]
        if first.state.thread and not pile.first("tf.data."):
            yield suspect(
                first,
                "adds operations to the shared graph for every task of a thread",
                pile.loop,
                fix="fresh_graph",
                each=pile.nbytes,
            )


RULE = Rule(
    id="TL105",
    summary="Worker threads add operations to a shared graph",
    check=check,
)
