"""A gradient tape keeps everything it recorded.

## What it does

Finds gradient tapes that keep everything they recorded: one tape opened around a whole loop, or
persistent tapes that are stored. Close looks show live tensors, or stored tapes, multiplying.

`tensorleak check` reports, from the source alone, a tape that is put into a container in every round, and
a tape whose `with` block holds a loop that takes gradients and changes weights.

## Why it grows

While a tape records, it keeps every intermediate tensor that a gradient may need. A tape around the loop
therefore keeps the tensors of all steps, and a stored persistent tape keeps those of its step.

## Example

```python
with tf.GradientTape(persistent=True) as tape:
    for x, y in batches:
        loss = tf.reduce_mean(tf.square(model(x) - y))
        gradient = tape.gradient(loss, weights)
        weights.assign_sub(0.1 * gradient)
```

## Use instead

```python
for x, y in batches:
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(x) - y))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
```

## Known limits

A tape that stays open is inferred: live tensors multiply, no container of the program holds them, and a
tape that was made early is still alive. With several such tapes the first one is named. When another
cause explains the tensors, the tape is not reported.

The check is silent on a loop of few rounds and on one that only computes, as in back-propagation through
time. A tape that is entered by hand (`tape.__enter__()`) is not followed.

## Fix safety

For tapes in a list, `--fix --unsafe-fixes` turns the list into a `collections.deque(maxlen=...)` of as
many elements as this file looks back on; unsafe, since code elsewhere may read more of it. Where the list
is read as a whole, the bound is shown only.

For a tape around a loop there is no automatic fix: moving it into the loop is unsafe when a gradient
reaches across steps, as in truncated back-propagation through time or in meta-learning. Dropping
`persistent=True` is unsafe when `tape.gradient` is called more than once.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL303/tape_around_loop`
- `programs/TL303/tape_per_batch`

`tests/check/cases/tl303.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tensorleak.check.events import Event, Story, accumulates
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Tapes that are kept, and tapes that go on recording over a whole training loop."""
    for event in story.of("kept"):
        loop = accumulates(event)
        if loop and event.element and any(value.kind == "tape" for value in inside(event.element, 2)):
            name = event.value.name if event.value else ""
            yield suspect(
                event, f"a gradient tape is kept in `{name}` in every round", loop, subject=name, fix="bounded_deque"
            )
    for event in story.of("tape"):
        loop = loop_inside(event, story.loops)
        if loop is not None:
            yield suspect(event, "one tape records all rounds of a training loop", loop)


def loop_inside(event: Event, loops: list[Loop]) -> Loop | None:
    """A loop in a tape's block that takes gradients in its rounds."""
    body = event.value.options.get("body") if event.value else None
    if not isinstance(body, ast.With):
        return None
    first, last = body.lineno, body.end_lineno or body.lineno
    for loop in loops:
        line = getattr(loop.node, "lineno", 0)
        if (
            loop.module is event.place.module
            and first < line <= last
            and loop.gradients
            and loop.trains
            and loop.size >= UNKNOWN
        ):
            return loop
    return None


RULE = Rule(
    id="TL303",
    summary="A gradient tape keeps everything it recorded",
    check=check,
)
