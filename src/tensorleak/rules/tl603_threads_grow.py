"""Threads are started and never end.

## What it does

Finds threads that are started in every round and never end: a listener per client, a watchdog per
request. The recording shows the number of Python threads rising, with the line that starts them.

`tensorleak check` reports, from the source alone, a thread that is started in every round and that nothing ends:
its function is a `while True:` that nothing leaves, or it goes round until an event or a flag is set and not every
round comes to the line that sets it. It also reports pools of threads that are made in every round and kept,
`tf.summary.FileWriter`, which brings a thread of its own, where none is closed, and queue runners of TensorFlow 1
whose session stays open and whose coordinator is not asked to stop.

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

The check is silent on threads that wait for a lock, and on those that wait for an event where any event is set
by code that it cannot follow. It takes a loop that does no work of its own, and does not wait for anybody, to start a fixed number of workers.

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

from tensorleak.check.events import Event, Story, accumulates, is_endless, waits_for
from tensorleak.check.releases import any_may_run
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop, inside
from tensorleak.rules.base import Rule

# What is done with a pool, a writer, a session or a coordinator when its threads are to go.
ENDING = frozenset(("shutdown", "close", "terminate", "left", "request_stop"))


def check(story: Story) -> Iterator[Suspicion]:
    """Threads that go round for ever and are started by something that does so, too, and pools that are kept."""
    for event in story.of("endless thread", "waiting thread", "queue runners"):
        loop = event.repeats(UNKNOWN)
        if loop is not None and is_served(loop) and not is_ended(event, loop, story):
            yield suspect(
                event, f"a thread is started in every round, and `{event.name}` never ends", loop, subject=event.name
            )
    yield from kept_pools(story)


def is_ended(event: Event, loop: Loop, story: Story) -> bool:
    """Whether each round of a loop ends the threads that it starts: it closes what they serve, or sets what they wait for."""
    if event.kind == "waiting thread":
        told = [one for one in story.of("event set") if one.value is event.value and loop in one.state.loops]
        return any(one.unguarded(loop) and not one.state.skipped for one in told) or is_set_elsewhere(event, story)
    served = (event.value, event.element)
    return any(value is not None and not value.used.isdisjoint(ENDING) for value in served)


def is_set_elsewhere(waiting: Event, story: Story) -> bool:
    """Whether the program may set any event where the walk through it did not come: it may be the one that is waited for."""
    known = {(one.place.module, one.place.node.lineno) for one in story.of("event set")}  # type: ignore[attr-defined]
    return any(
        any_may_run([line for line in module.setting if (module, line) not in known], module, waiting.state.calls)
        for module in waiting.place.module.project.modules()
    )


def kept_pools(story: Story) -> Iterator[Suspicion]:
    """Pools that are made in every round and kept, with their threads, by whatever would shut them down in the end."""
    for event in story.of("kept"):
        loop = accumulates(event)
        for value in inside(event.element) if loop and event.element else ():
            if value.kind == "pool" and loop in value.born and not value.used & ENDING:
                name = event.value.name if event.value else ""
                yield suspect(
                    event,
                    f"a pool of threads is made in every round and kept in `{name}`",
                    loop,
                    place=value.place,
                    subject=name,
                )


def is_served(loop: Loop) -> bool:
    """Whether a loop is one that works itself, or waits for others: one that does neither starts a fixed number of threads."""
    return loop.kind == "handler" or loop.itself or is_endless(loop) or waits_for(loop)


RULE = Rule(
    id="TL603",
    summary="Threads are started and never end",
    check=check,
)
