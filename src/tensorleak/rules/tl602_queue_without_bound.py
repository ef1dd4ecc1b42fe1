"""A queue without bound fills faster than it is emptied.

## What it does

Finds a queue without a bound that fills faster than it is emptied: a loader thread that runs ahead of
training, or results that wait for a slow writer. Close looks name the queue and the line that puts into
it.

`tensorleak check` reports, from the source alone, the line that puts arrays or tensors into a queue
without a bound, when a thread or task fills or empties it beside the rest, or nobody takes anything out of it.

## Why it grows

Without a bound `put` never waits. When the producer is faster, the queue holds the difference, and with
it every array or tensor in it.

## Example

```python
pending = queue.Queue()
threading.Thread(target=store_all, args=(pending,), daemon=True).start()
for image in images:
    pending.put(model.predict_on_batch(image[None]))
```

## Use instead

```python
pending = queue.Queue(maxsize=16)
threading.Thread(target=store_all, args=(pending,), daemon=True).start()
for image in images:
    pending.put(model.predict_on_batch(image[None]))
```

## Known limits

Queues of `queue`, `asyncio` and `multiprocessing` are recognised; a list or deque used as a queue is
TL301, TL304 or TL901. Items that already went into a pipe to another process are not counted. A queue
that is long for a while and empties again is not growing.

The check is silent on loops of few or unknown rounds, and where something shows that the producer waits:
`join` or `qsize` of the queue, or a semaphore that is acquired in the loop.

## Fix safety

`--fix --unsafe-fixes` gives the queue a `maxsize`. It is unsafe because whoever puts then waits for
whoever gets: not allowed in an event loop with a blocking queue, and a deadlock when both are one thread.
It is refused for `put_nowait` and `put` with a timeout, which would raise `queue.Full`, where one
function fills and empties the queue, and where nothing in the file takes from it.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL602/event_writer`
- `programs/TL602/loader_ahead`
- `programs/TL602/prediction_queue`

`tests/check/cases/tl602.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Event, Story, accumulates
from tensorleak.check.module import Module
from tensorleak.check.reading import INDEXED
from tensorleak.check.releases import is_entered_from_outside
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import MANY, Value, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Queues without a bound between a producer of arrays and a consumer that runs beside it."""
    for event in story.of("kept"):
        queue = event.value
        if queue is None or queue.kind != "queue" or event.element is None:
            continue
        loop = accumulates(event, MANY)
        beside = event.state.thread or queue.options.get("thread") or is_of_coroutines(queue) or is_never_taken(event)
        if (
            loop is not None
            and not loop.paced
            and beside
            and any(value.kind in ("array", "tensor") for value in inside(event.element))
        ):
            yield suspect(
                event,
                f"`{queue.name}` has no bound: what is put into it faster than it is taken out stays in memory",
                loop,
                subject=queue.name,
                fix="bounded_deque",
            )


def is_of_coroutines(queue: Value) -> bool:
    """Whether coroutines fill and empty a queue in turn."""
    return str(queue.options.get("maker", "")).startswith("asyncio.")


def is_never_taken(event: Event) -> bool:
    """Whether nobody in the program takes anything out of a queue, or is handed it."""
    queue = event.value
    if queue is None or not queue.name or queue.options.get("taken") or is_entered_from_outside(event.state.calls):
        return False
    modules = event.place.module.project.modules()
    return not any(queue.name in module.asked or is_handed_on(queue.name, module) for module in modules)


def is_handed_on(name: str, module: Module) -> bool:
    """Whether somebody else is given a queue, or a table of queues, of this name."""
    return any(how != INDEXED for how, _ in module.uses.get(name, ()))


RULE = Rule(
    id="TL602",
    summary="A queue without bound fills faster than it is emptied",
    check=check,
)
