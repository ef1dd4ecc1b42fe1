"""A session is shared by threads that also change its graph.

## What it does

Describes a session that several threads share while at least one of them also adds operations to its
graph. Running a session from several threads is allowed; changing its graph at the same time is the
mistake.

`tensorleak check` reports, from the source alone, an operation that the function of a thread adds to a
graph that is not made in a loop.

## Why it grows

Sharing does not grow: measured, `Session.run` from 10 threads with fed arrays is flat. Changing the graph
meanwhile makes the session extend its graph again and again, and the operations stay (TL105). Building
from several threads is also not safe in itself.

## Example

```python
def worker(jobs):
    while True:
        rows = jobs.get()
        with session.graph.as_default():
            total = tf.reduce_sum(tf.constant(rows))
        publish(session.run(total))
```

## Use instead

```python
rows_input = tf.placeholder(tf.float32, [None, 8])
total = tf.reduce_sum(rows_input)
session.graph.finalize()


def worker(jobs):
    while True:
        publish(session.run(total, {rows_input: jobs.get()}))
```

## Known limits

This rule has no runtime side: `tensorleak run` never reports it. When the graph grows from threads, the
finding is TL105.

The rule is in preview: the check applies it only with `--preview` or when it is selected by its id or
name. Whether another thread really runs the same session at the time is not checked.

## Fix safety

There is no automatic fix: where the building may move depends on how the threads are started; TL105 has a
fix for the growth. A session per thread is unsafe when the threads must see the same variable values, and
costs the memory of each session. `finalize()` is unsafe while any code still builds, including savers,
summaries and initialisers made late.

## Evidence

No program proves this rule. `programs/TL105/noise_workers` and `programs/TL105/pooled_ranking` show the
growth that the pattern leads to, and `programs/innocent/threads_share_session` shares a session among ten
threads over a graph that does not change. `make quality` runs all three.

`tests/check/cases/tl601.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Threads that add operations to the graph whose session they share."""
    seen: set[tuple[int, str]] = set()
    for event in story.of("op"):
        key = (id(event.place.module), event.place.function)
        shared = event.state.thread and event.state.mode == "graph" and not event.state.graph
        if shared and key not in seen:
            seen.add(key)
            yield suspect(event, "a thread changes the graph while other threads may run it")


RULE = Rule(
    id="TL601",
    name="session-shared-unsafely",
    summary="A session is shared by threads that also change its graph",
    says="",
    remedy="Finalize the graph before the threads start, or give each thread its own session.",
    check=check,
    preview=True,
)
