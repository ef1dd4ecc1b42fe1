"""A new `tf.function` is made in every round.

## What it does

Finds code that makes a new `tf.function` in every round and keeps it: a decorator inside a function that
is called in a loop, or `tf.function(lambda ...)` stored in a list, a dict or an object. The recording
shows the number of live functions rising, with the line that makes them.

`tensorleak check` reports, from the source alone, a `tf.function` that is made in every round and put
into a container that outlives the loop, and a Keras model that is compiled again and trained in every round.

## Why it grows

Each `tf.function` object starts without traces, so each is traced anew and owns a graph. As long as
something holds the object, its graph stays too.

## Example

```python
def make_loss(weight):
    @tf.function
    def loss(x, y):
        return weight * tf.reduce_mean(tf.square(x - y))

    return loss


trials = [(weight, make_loss(weight)) for weight in weights]
scores = [float(loss(x, y)) for _, loss in trials]
```

## Use instead

```python
@tf.function
def loss(x, y, weight):
    return weight * tf.reduce_mean(tf.square(x - y))


scores = [float(loss(x, y, tf.constant(weight))) for weight in weights]
```

## Known limits

Functions that are made and dropped again are not reported: the object dies at once and its graph at the
next full collection. Where each of them leaves an entry in TensorFlow's gradient registry, which is never
emptied, its trace stays and is reported: a training step of Keras after each `compile()`, and functions
with custom gradients. The same code traced from another graph looks like a new function. Functions that
come along with a Keras model are counted as part of the model (TL401).

Of functions of the program the check speaks only when a container keeps them, and is silent where elements
are taken out of it.

## Fix safety

`--fix --unsafe-fixes` makes the function once: before the loop, at the level of the module, or in
`__init__`. It is unsafe because the function then keeps its traces for all callers, and what it captures
is what it was when it was traced. It is refused where the function captures something that changes from
round to round or from call to call, assigns to names around it, or is returned by the function that makes
it: then captured values must become arguments, by hand, and a Python number among them a tensor, or it
will be TL201.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL203/clipped_tasks`
- `programs/TL203/compile_per_stage`
- `programs/TL203/objective_closures`
- `programs/TL203/step_per_customer`

`tests/check/cases/tl203.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import RECOMPILED
from tensorleak.check.events import Story, accumulates
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Functions that are compiled in every round and kept, and models that compile theirs anew."""
    for event in story.of("compiled"):
        loop = event.repeats(UNKNOWN)
        model = event.value
        if loop is not None and model is not None and loop.trains and loop in model.uses and loop not in model.born:
            said = "the model is compiled, and its functions are made anew, in every round"
            yield suspect(event, said, loop, each=RECOMPILED)
    for event in story.of("kept"):
        loop = accumulates(event)
        for value in inside(event.element) if loop and event.element else ():
            if value.kind == "traced" and loop in value.born and value.place:
                yield suspect(
                    event,
                    f"a `tf.function` is made in every round and kept in `{event.value.name if event.value else ''}`",
                    loop,
                    place=value.place,
                    subject=value.name,
                    fix="function_out_of_loop",
                )


RULE = Rule(
    id="TL203",
    summary="A new `tf.function` is made in every round",
    check=check,
)
