"""Python callbacks of datasets are registered for ever.

## What it does

Finds Python callbacks that stay registered with TensorFlow: a `from_generator` dataset, a `py_function`
or a `numpy_function` that is made again in every round. The recording shows the number of registered
callbacks rising, with the line that registers them.

`tensorleak check` reports, from the source alone, a `from_generator`, `py_function`, `numpy_function` or
`py_func` that is reached in every round of a loop that trains, predicts or reads results.

## Why it grows

TensorFlow registers each callback so that the graph can call it, and the registration is held by the
graph. In eager mode that is the default graph of the process, so callbacks are never released, nor is
anything they capture. `from_generator` registers 3 callbacks per dataset (tensorflow/tensorflow#123269).

## Example

```python
row_spec = tf.TensorSpec([32], tf.float32)
for epoch in range(epochs):
    table = load_table(epoch)
    dataset = tf.data.Dataset.from_generator(lambda: iter(table), output_signature=row_spec)
    for batch in dataset.batch(64):
        train_step(batch)
```

## Use instead

```python
def rows():
    yield from load_table(next(epoch_numbers))


epoch_numbers = iter(range(epochs))
row_spec = tf.TensorSpec([32], tf.float32)
dataset = tf.data.Dataset.from_generator(rows, output_signature=row_spec).batch(64)
for _ in range(epochs):
    for batch in dataset:
        train_step(batch)
```

## Known limits

The number of registered callbacks is exact; how much each of them captures is not known, so the bytes are
what memory grew by. Datasets that grow together with the callbacks are not reported apart. Callbacks that
Keras makes, for example in `predict` with a generator, are blamed on the line that calls Keras.

The check is silent on a loop that only builds, on a graph that the loop makes itself, and on a
`py_function` that is called eagerly, since it is forgotten at once.

## Fix safety

`--fix --unsafe-fixes` moves the statement that makes the dataset in front of the loop. It is unsafe
because a shuffled dataset goes on with its random order instead of starting it again. It is refused where
the dataset is not made by an assignment of its own in the loop, where an iterator is made, and where the
callback or the dataset depends on a name that changes from round to round.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL501/augment_py_func`
- `programs/TL501/epoch_generator`
- `programs/TL501/file_parser`
- `programs/TL501/shuffled_epochs`

`tests/check/cases/tl501.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story, lasts
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Python functions that are handed to TensorFlow anew in every round."""
    for event in story.of("py_function"):
        loop = event.repeats()
        if loop is not None and lasts(loop) and loop not in event.state.graph:
            what = "a generator" if event.name.endswith("generator") else "a Python function"
            yield suspect(
                event,
                f"{what} is registered with TensorFlow in every round, and never removed",
                loop,
                fix="dataset_once",
            )


RULE = Rule(
    id="TL501",
    summary="Python callbacks of datasets are registered for ever",
    check=check,
)
