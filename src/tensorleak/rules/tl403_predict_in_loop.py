"""`model.predict` is called in a loop.

## What it does

Finds `model.predict` called in a loop with a generator or a dataset object that is new each time.
Ordinary arrays of one shape are the harmless case.

`tensorleak check` reports, from the source alone, `predict` in a loop with a generator, a `PyDataset` or
a `Sequence`.

## Why it grows

Each `predict` call sets up an input pipeline of its own. With a generator or a `PyDataset`, the pipeline
registers Python callbacks that stay registered (TL501). TensorFlow 2.0 to 2.2 also had leaks in `predict`
itself (tensorflow/tensorflow#33009, tensorflow/tensorflow#38598). With plain arrays of one shape, and on
later versions, `predict` in a loop is slow rather than leaking.

## Example

```python
for document in documents:
    pages = ((page[None],) for page in document.pages)
    vectors = encoder.predict(pages, verbose=0)
    index.add(document.id, vectors)
```

## Use instead

```python
for document in documents:
    pages = np.stack(document.pages)
    vectors = encoder.predict_on_batch(pages)
    index.add(document.id, vectors)
```

For small inputs `model(x, training=False)` does the same; for many, one `predict` over one batched
dataset.

## Known limits

The rule speaks when `predict` is what registers the callbacks. Growth that comes with `predict` in
another way is reported by what grows: TL202 or TL804 for new shapes, or TL803. A loop with an input of
fixed shape that does not grow is not reported.

The check is silent on arrays, on datasets, and on values of which it knows nothing.

## Fix safety

There is no automatic fix: what replaces the generator depends on the size of the input.
`predict_on_batch` and calling the model skip callbacks, the progress bar and the splitting into batches,
so a large input may not fit into memory. Calling the model returns a tensor instead of an array. Under a
distribution strategy the calls are not equivalent.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL403/predict_generator`
- `programs/TL403/predict_pydataset`

`tests/check/cases/tl403.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Value
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """`predict` on a Python generator or Sequence in every round."""
    for event in story.of("predict"):
        loop = event.repeats(UNKNOWN)
        given = event.arguments[0] if event.arguments else event.keywords.get("x")
        if loop is not None and given is not None and fed_by_python(given):
            yield suspect(event, "`predict` wraps a Python generator in a new dataset in every round", loop)


def fed_by_python(value: Value) -> bool:
    """Whether Keras turns this into a `Dataset.from_generator`."""
    if value.kind == "instance":
        return value.name.endswith(("PyDataset", "Sequence"))
    return value.kind == "generator"


RULE = Rule(
    id="TL403",
    summary="`model.predict` is called in a loop",
    check=check,
)
