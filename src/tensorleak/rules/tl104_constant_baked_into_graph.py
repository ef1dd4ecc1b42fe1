"""Data becomes a new constant in the graph in every round.

## What it does

Finds data that becomes a constant of the graph in every round: a batch passed to `tf.constant`, or an
array used directly in arithmetic with a tensor, which makes a constant of it silently. It is TL101 with
the data as the larger part.

`tensorleak check` reports, from the source alone, the line where a large array, or one of unknown size,
becomes a constant in every round of a loop that runs a session.

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

The check knows the size of an array only where its shape is written out, as in `np.zeros((512, 512))`;
any other array in the same place is reported as TL101. It is silent under the same conditions as TL101.

## Fix safety

`--fix --unsafe-fixes` builds the operations once and feeds the array through a placeholder, as for TL101.
It is unsafe: operations get another order, other names and other random seeds, and a placeholder has an
open shape where the constant had a fixed one. It is refused where the number type is not evident, where
code needs the static shape or uses the result without running it, and where several calls run it.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL104/residual_monitor`
- `programs/TL104/whitening_batches`

`tests/check/cases/tl104.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.graphs import piles
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


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
    summary="Data becomes a new constant in the graph in every round",
    check=check,
)
