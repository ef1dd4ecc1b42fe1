"""Symbolic tensors are collected in a Python list while tracing.

## What it does

Finds a Python list, dict or set outside a `tf.function` that collects the symbolic tensors the function
makes while it is traced. Close looks show the container growing with symbolic tensors in it.

`tensorleak check` reports, from the source alone, the line in a `tf.function` that puts a tensor into a
list which was made outside the trace.

## Why it grows

A symbolic tensor belongs to the graph of its trace and keeps all of that graph alive. The list gains
elements with every trace, and functions that were dropped otherwise cannot be freed.

## Example

```python
watched = []


def make_step(weights):
    @tf.function
    def step(x):
        hidden = tf.nn.relu(tf.matmul(x, weights))
        watched.append(hidden)
        return tf.reduce_sum(hidden)

    return step
```

## Use instead

```python
def make_step(weights):
    @tf.function
    def step(x):
        hidden = tf.nn.relu(tf.matmul(x, weights))
        return tf.reduce_sum(hidden), hidden

    return step
```

Inside a loop of the function itself, collect in a `tf.TensorArray`.

## Known limits

A list that is appended to under `tf.range` inside the function does not leak: on 2.21 it fails with
`InaccessibleTensorError`. When a plain graph grows as well, its finding is reported and the list is taken
as a consequence. Containers with fewer than 8 elements are not followed.

The check sees lists, sets and deques, not dicts of tensors, and does not need a loop: each trace adds. It
follows the `train_step` of a Keras model, which `fit` traces, but not its `call`, which may run eagerly.

## Fix safety

Where this file looks back on a few elements only, `--fix --unsafe-fixes` turns the list into a
`collections.deque(maxlen=...)` of that length; unsafe, since code elsewhere may read more. Otherwise the
change is shown only: a sketch with a `tf.TensorArray` that the function would return, or a deque with a
bound to start from. Returning the tensors changes the function's result and every caller, so it is not
done by itself. Keeping names or shapes instead is unsafe when the tensors are used later, for example to
build another model from them.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL206/activation_report`
- `programs/TL206/probes_of_dropped_steps`

`tests/check/cases/tl206.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Tensors of a trace that go into a list from outside it."""
    for event in story.of("kept"):
        container = event.value
        if (
            not event.state.traced
            or container is None
            or container.options.get("traced")
            or container.kind != "list"
            or container.bounded
        ):
            continue
        if event.element and any(value.kind in ("tensor", "symbol") for value in inside(event.element, 2)):
            yield suspect(
                event,
                f"a symbolic tensor is put into `{container.name}`, which outlives the trace",
                subject=container.name,
                fix="tensor_array",
            )


RULE = Rule(
    id="TL206",
    summary="Symbolic tensors are collected in a Python list while tracing",
    check=check,
)
