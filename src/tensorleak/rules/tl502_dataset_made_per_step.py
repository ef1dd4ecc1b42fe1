"""A dataset or iterator is made in every round.

## What it does

Finds datasets or iterators that are made in every round and stay alive: an iterator per client kept in a
dict, or, in graph mode, a new pipeline with its `make_one_shot_iterator` per request. The recording shows
the number of live datasets or iterators rising, or of dataset operations in a graph, or of the traced
functions of datasets, which TensorFlow 1.15 keeps in eager mode.

`tensorleak check` reports, from the source alone, a dataset or iterator that a loop with a session adds
to the graph in every round, and in eager mode one that is made in every round and put into a container.

## Why it grows

A live iterator keeps its buffers, its functions and the position of every stage. In graph mode a dataset
is a chain of operations, which are added to the graph and never removed. A dataset that is made, used and
dropped in eager mode does not grow on TensorFlow 2. On 1.15 it does: the eager context keeps the traced
function of each `map`, and `fit`, `evaluate` and `predict` on arrays make such a dataset in every call.

## Example

```python
def batches(sess, table):
    dataset = tf.data.Dataset.from_tensor_slices(table).batch(32)
    next_batch = tf.data.make_one_shot_iterator(dataset).get_next()
    while True:
        try:
            yield sess.run(next_batch)
        except tf.errors.OutOfRangeError:
            return
```

## Use instead

```python
table_input = tf.placeholder(tf.float32, [None, 16])
dataset = tf.data.Dataset.from_tensor_slices(table_input).batch(32)
iterator = tf.data.make_initializable_iterator(dataset)
next_batch = iterator.get_next()


def start(sess, table):
    sess.run(iterator.initializer, {table_input: table})
```

## Known limits

Growing graph operations count as this rule when lines that make datasets add them and dataset operations
are among them; otherwise they are TL101. A dataset with Python callbacks is TL501. Native buffers of an
iterator are part of the measured growth and not weighed one by one.

The check is silent on a dataset that is made, used and dropped in eager mode, and where elements are
taken out of the container.

## Fix safety

For a dataset in a graph, `--fix --unsafe-fixes` makes it once: in front of the loop, or in `__init__`
behind a placeholder, with an iterator that is started anew for each argument. It is unsafe because a
shuffled dataset goes on with its random order, and static shapes are lost. It is refused where the
dataset depends on what changes in the loop, or where the number type of the data is not evident.

For iterators that a container keeps there is no automatic fix: one shared iterator is unsafe when several
consumers walk through the data at their own pace.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL502/augment_per_step`
- `programs/TL502/eager_predict`
- `programs/TL502/kept_iterators`
- `programs/TL502/one_shot_per_request`
- `programs/TL502/window_features`

`tests/check/cases/tl502.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import of_dataset
from tensorleak.check.events import Story, accumulates
from tensorleak.check.graphs import piles
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Pipelines that a loop adds to its graph, and iterators that are kept."""
    for pile in piles(story):
        event = pile.first("tf.data.")
        if event is not None:
            said, each = "a dataset is added to the graph in every round", of_dataset(event)
            yield suspect(event, said, pile.loop, fix="dataset_once", each=each)
    for event in story.of("kept"):
        loop = accumulates(event)
        for value in inside(event.element, 2) if loop and event.element else ():
            if value.kind in ("iterator", "dataset") and loop in value.born:
                name = event.value.name if event.value else ""
                yield suspect(event, f"a new {value.kind} is kept in `{name}` in every round", loop, subject=name)


RULE = Rule(
    id="TL502",
    summary="A dataset or iterator is made in every round",
    check=check,
)
