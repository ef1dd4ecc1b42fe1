"""A new Python object as argument makes `tf.function` trace again.

## What it does

Finds a `tf.function` that is traced again because an argument is a new Python object: a request's
options, a freshly made configuration, or the `self` of a new instance whose method is decorated. The
report names the function, the argument and the type of the object.

`tensorleak check` reports, from the source alone, the call with an object, function or `partial` that is
made in the same round, and the line that keeps objects whose decorated method was called.

## Why it grows

An object that TensorFlow cannot take apart is held in the trace's key by a weak reference. The trace
serves the same object again, or an equal one while the first is alive; once that one is gone its key
matches nothing, and the trace stays. Measured on 2.21 and 1.15.5: a new frozen dataclass, or a new object
with `__eq__` and `__hash__`, that was dropped after each call gave 20 traces in 20 calls; kept alive, it
was 1. So making the class hashable and equal is no cure. A decorated method gets one function per
instance; it lives as long as the instance.

## Example

```python
class Options:
    def __init__(self, gain, clip):
        self.gain, self.clip = gain, clip


@tf.function
def enhance(image, options):
    return tf.clip_by_value(image * options.gain, 0.0, options.clip)


for request in requests:
    answer(enhance(request.image, Options(request.gain, request.clip)))
```

## Use instead

```python
@tf.function
def enhance(image, gain, clip):
    return tf.clip_by_value(image * gain, 0.0, clip)


for request in requests:
    answer(enhance(request.image, tf.constant(request.gain), tf.constant(request.clip)))
```

Or keep one object alive for all calls and change its `tf.Variable`s with `assign`.

## Known limits

Only the type of the object is recorded. On TensorFlow 1.15 each new `tf.Variable` counts as a new object;
later versions go by its shape and dtype. A decorated method of instances that are kept can be reported as
TL203, since each instance makes a function of its own.

The check judges objects of the project's own classes that derive from no library class. It is silent on
an object that the previous round has made, and on a table of objects by a key of which it knows nothing.

## Fix safety

There is no automatic fix: the function's arguments and all its callers would have to change. Passing
fields as tensors instead of the object is unsafe when the function changes the object, calls its methods,
or branches on it in Python. Keeping one object alive is unsafe when its plain fields change between
calls, since the trace keeps the values that it was traced with; what changes must be a `tf.Variable`.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL204/options_object_per_request`
- `programs/TL204/scorer_per_session`

`tests/check/cases/tl204.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Event, Story, accumulates
from tensorleak.check.module import Class
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Value, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Calls of a traced function with an object that is new in every round, and kept objects with traced methods."""
    for event in story.of("call"):
        yield from fresh_arguments(event)
    for event in story.of("kept"):
        loop = accumulates(event)
        for value in inside(event.element) if loop and event.element else ():
            if value.kind == "instance" and loop in value.born and "traced" in value.used:
                yield suspect(
                    event,
                    "every object that is kept here holds its own traces of a `tf.function` method",
                    loop,
                    subject=event.value.name if event.value else "",
                )


def fresh_arguments(event: Event) -> Iterator[Suspicion]:
    """Arguments that are made anew, and compared by identity."""
    given = (*event.arguments, *event.keywords.values())
    structured = [part for whole in given if whole.kind in ("tuple", "list", "dict") for part in whole.items or ()]
    for value in (*given, *structured):
        loop = next((loop for loop in reversed(event.state.loops) if loop in value.born), None)
        if (
            loop is not None
            and loop.size >= UNKNOWN
            and by_identity(value)
            and event.unguarded(loop)
            and not event.remade(loop)
        ):
            yield suspect(
                event, f"`{event.name}` is traced again for every new object it is given", loop, subject=event.name
            )
            return


def by_identity(value: Value) -> bool:
    """Whether a trace is bound to the object itself: equal ones that are dropped do not share it either (measured)."""
    if value.kind in ("function", "partial"):
        return True
    return value.kind == "instance" and not value.name and isinstance(value.target, Class)


RULE = Rule(
    id="TL204",
    summary="A new Python object as argument makes `tf.function` trace again",
    check=check,
)
