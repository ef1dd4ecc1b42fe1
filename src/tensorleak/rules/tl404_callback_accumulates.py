"""A Keras callback keeps something from every batch.

## What it does

Finds a Keras callback that keeps something from every batch: predictions, weights, logs, tensors. Close
looks name the callback's attribute and the line that adds to it.

`tensorleak check` reports, from the source alone, the line in a callback's batch method that puts an
array or a tensor into a container of the callback or of the module; also in the `after_run` of a hook that asks for one.

## Why it grows

The callback lives as long as the training, and longer where the program keeps it to read its results. A
list that `on_train_batch_end` appends to gains an element per batch and is never cleared.

## Example

```python
class Drift(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.snapshots = []

    def on_train_batch_end(self, batch, logs=None):
        self.snapshots.append(self.model.get_weights())
```

## Use instead

```python
class Drift(keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        self.first = self.model.get_weights()

    def drift(self):
        now = self.model.get_weights()
        return max(float(np.abs(a - b).max()) for a, b in zip(self.first, now))
```

## Known limits

The holder must be an instance of a Keras callback, and the container one of its attributes; a list
outside that the callback fills is TL301, TL304 or TL901. The history that Keras itself keeps, a few
numbers per epoch, is too small to be reported.

The check knows that something is an array when TensorFlow, Keras or NumPy names make it, or when it is
read from the weights of `self.model` and its layers. Methods that run once per epoch are not reported.

## Fix safety

`--fix --unsafe-fixes` turns the list into a `collections.deque(maxlen=...)` of as many elements as this
file looks back on, or lets a dict drop its oldest entry. It is unsafe because code elsewhere may read
more, for example after training. Where the list is read as a whole the bound is shown only; where any
element may be looked up the fix is refused. Clearing the list in `on_epoch_end`, or a running figure
instead of it, is left to you.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL404/probe_predictions`
- `programs/TL404/weight_snapshots`

`tests/check/cases/tl404.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import weight
from tensorleak.check.events import Story, accumulates
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import MANY, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Callbacks that collect arrays or tensors for every batch."""
    for event in story.of("kept"):
        loop = accumulates(event, MANY)
        if loop is None or loop.kind != "callback" or event.value is None or event.element is None:
            continue
        if any(value.kind in ("array", "tensor") for value in inside(event.element)):
            yield suspect(
                event,
                f"the callback puts arrays into `{event.value.name}` for every batch",
                loop,
                subject=event.value.name,
                each=weight(event.element),
                fix="bounded_deque",
            )


RULE = Rule(
    id="TL404",
    summary="A Keras callback keeps something from every batch",
    check=check,
)
