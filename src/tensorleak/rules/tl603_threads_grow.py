"""Threads are started and never end.

## What it does

Finds threads that are started in every round and never end: a listener per client, a watchdog per
request. The recording shows the number of Python threads rising, with the line that starts them.

`tensorleak check` reports, from the source alone, a thread that is started in every round and whose function is
a `while True:` that nothing leaves, and a `tf.summary.FileWriter`, which brings a thread of its own, that is made
in every round and never closed.

## Why it grows

A thread that waits for ever keeps its stack, its locals and everything they refer to. Daemon threads are
no exception; they only do not stop the program from ending.

## Example

```python
def handle(request):
    finished = threading.Event()
    threading.Thread(target=watch, args=(request, finished), daemon=True).start()
    return score(request)
```

## Use instead

```python
def handle(request):
    finished = threading.Event()
    threading.Thread(target=watch, args=(request, finished), daemon=True).start()
    try:
        return score(request)
    finally:
        finished.set()
```

For work that repeats, use one `concurrent.futures.ThreadPoolExecutor` with a fixed number of workers.

## Known limits

Python threads are counted, with the line that starts them. Threads that native code makes are not: their
memory can show as TL803. Threads that end late, after a timeout, grow at first and are then `bounded`.

The check is silent on threads that wait for an event or a lock: whether it comes is decided by the run. It takes
a loop that does no work of its own, and does not wait for anybody, to start a fixed number of workers.

## Fix safety

There is no automatic fix: when a thread may end is up to the program. Ending a thread is unsafe when it
holds a lock, a file or a request that nobody else finishes. A pool is unsafe when tasks wait for each
other, since a full pool then never advances, and when code relies on thread-local state per task.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL603/listener_per_client`
- `programs/TL603/watchdog_per_request`

`tests/check/cases/tl603.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story, is_endless, waits_for
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Threads that go round for ever, and are started by something that does so, too."""
    for event in story.of("endless thread"):
        loop = event.repeats(UNKNOWN)
        ended = event.value is not None and "close" in event.value.used
        if loop is not None and not ended and is_served(loop):
            yield suspect(
                event, f"a thread is started in every round, and `{event.name}` never ends", loop, subject=event.name
            )


def is_served(loop: Loop) -> bool:
    """Whether a loop is one that works itself, or waits for others: one that does neither starts a fixed number of threads."""
    return loop.kind == "handler" or loop.itself or is_endless(loop) or waits_for(loop)


RULE = Rule(
    id="TL603",
    summary="Threads are started and never end",
    check=check,
)
