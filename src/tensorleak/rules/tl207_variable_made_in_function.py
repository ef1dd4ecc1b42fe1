"""A `tf.function` makes new variables when it is traced again.

## What it does

Finds variables that are made inside a `tf.function` while it is traced, again for each new key, function
or instance, and that stay alive. The recording shows the number of live variables rising, made inside a
trace.

`tensorleak check` reports, from the source alone, the variable that a function makes while it is traced,
when the function itself is made anew in every round.

## Why it grows

A variable that a traced function makes without a guard does not grow in TensorFlow 2: it raises an error.
The leak is one variable per key, or per function that is made in a round. Such a variable is lifted out
of the trace and lives on, with its full size, as long as something holds it: a dict, an attribute, the
closure.

## Example

```python
totals = {}


def adder(name):
    @tf.function
    def add(x):
        if name not in totals:
            totals[name] = tf.Variable(tf.zeros([1024]))
        return totals[name].assign_add(x)

    return add
```

## Use instead

```python
total = tf.Variable(tf.zeros([1024]))


@tf.function
def add(x):
    return total.assign_add(x)


def start_job():
    total.assign(tf.zeros([1024]))
```

## Known limits

It is recognised by the kind of variable that TensorFlow makes while tracing; a variable that Keras makes
in `build` outside a trace is TL302 or part of a model. Traces that come with the variables are shown as
evidence and not as a second finding.

The check takes `if key not in table:` for a guard that lets each new key through, and is silent on one
that holds once. It does not see variables that a class keeps in a table of its own.

## Fix safety

The change is shown only: the variable in front of the function, for the function to assign to. It is
never written, because all callers would then share one variable: unsafe when the jobs overlap in time,
since they would add to the same state, and when a variable's shape depends on the first input. Nothing is
shown where the variable depends on names that only the function knows. Checkpoints name variables by the
object that holds them; moving one can break restoring.

## Evidence

`make quality` runs the leaking and the fixed form of this program:

- `programs/TL207/totals_per_job`

`tests/check/cases/tl207.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Variables that a traced function makes whenever it is traced."""
    for event in story.of("made"):
        if event.value is None or event.value.kind != "variable" or not event.state.traced:
            continue
        guarded = any(guard.once for guard in event.state.guards)
        loop = event.repeats()
        if not guarded and loop is not None:  # elsewhere TensorFlow itself forbids it, or it happens once
            yield suspect(event, "a variable is made whenever the function is traced", loop, fix="variable_once")


RULE = Rule(
    id="TL207",
    summary="A `tf.function` makes new variables when it is traced again",
    check=check,
)
