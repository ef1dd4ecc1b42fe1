"""Data becomes a new constant in the graph in every round.

## What it does

Finds data that becomes a constant of the graph in every round: a batch passed to `tf.constant`, or an
array used directly in arithmetic with a tensor, which makes a constant of it silently. It is TL101 with
the data as the larger part.

## Why it grows

A constant stores its whole value in the graph, and a graph never drops an operation. Each batch therefore
stays in memory for as long as the graph lives, on top of the operations around it.

## Example

```python
weights = tf.Variable(initial)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for batch in batches:
        projected = tf.matmul(tf.constant(batch), weights)
        write(sess.run(projected))
```

## Use instead

```python
weights = tf.Variable(initial)
batch_input = tf.placeholder(tf.float32, [None, initial.shape[0]])
projected = tf.matmul(batch_input, weights)
with tf.Session() as sess:
    sess.run(tf.global_variables_initializer())
    for batch in batches:
        write(sess.run(projected, {batch_input: batch}))
```

## Known limits

It is told from TL101 by two signs: the constants of a line differ from round to round, and they weigh
more than the operations that carry them. Values below 1 KiB or above 16 MiB are not compared, and the
size of string constants is not known; such growth is reported as TL101.

## Fix safety

There is no automatic fix yet. A placeholder has an open or a declared shape where the constant had a
fixed one: code that reads the static shape, or that needs a constant (an axis, a shape argument), can
break. Every other `run` that depends on the placeholder must feed it too.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL104/residual_monitor`
- `programs/TL104/whitening_batches`
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.graphs import piles
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule

OPERATION_BYTES = 6000  # an operation without data: 6 to 11 KB were measured on both lanes


def explains(owner: Owner) -> bool:
    """Whether new data outweighs the operations that carry it."""
    return owner.kind == "graph" and owner.varied and owner.constant_bytes > OPERATION_BYTES * owner.count


def check(story: Story) -> Iterator[Suspicion]:
    """Large arrays that become constants of a graph in every round."""
    for pile in piles(story):
        event = pile.constant
        if event is not None and not event.state.thread and not pile.first("tf.data."):
            yield suspect(
                event, "bakes an array into the graph as a constant in every round", pile.loop, fix="hoist_graph_ops"
            )


RULE = Rule(
    id="TL104",
    name="constant-baked-into-graph",
    summary="Data becomes a new constant in the graph in every round",
    says="the graph gains {constant_bytes} of constants per {unit}: data is baked into it",
    remedy="Declare a `tf.placeholder` once and pass each batch through `feed_dict`.",
    explains=explains,
    specificity=3,
    check=check,
)
