"""Models are built in a loop and their state stays.

## What it does

Finds Keras models that are built in a loop, as in a hyper-parameter search, cross-validation or one model
per customer, and whose state stays after the round. The recording shows the number of live models rising,
or the number of operations that Keras adds to a graph.

`tensorleak check` reports, from the source alone, a model that is built in every round of a loop and also
used there (`fit`, `predict`, `evaluate`), without `clear_session()` in the loop.

## Why it grows

In graph mode every model adds its operations to Keras' global graph. In eager mode each compiled model
brings variables, functions with their graphs, and an optimizer. With Keras 3 a dropped model is freed by
Python's collector only. Measured on 2.21 with Keras 3: `fit` of a fresh model per round left 4.4 MB and
10 functions each.

## Example

```python
for rate in learning_rates:
    model = build_model()
    model.compile(keras.optimizers.Adam(rate), "mse")
    history = model.fit(x, y, epochs=3, verbose=0)
    report(rate, history.history["loss"][-1])
```

## Use instead

```python
model = build_model()
model.compile(keras.optimizers.Adam(), "mse")
initial = model.get_weights()
for rate in learning_rates:
    model.set_weights(initial)
    for state in model.optimizer.variables:
        state.assign(np.zeros(state.shape))
    model.optimizer.learning_rate = rate
    history = model.fit(x, y, epochs=3, verbose=0)
    report(rate, history.history["loss"][-1])
```

Where each round needs a model of its own, fit it in a process of its own. On TensorFlow 1,
`tf.keras.backend.clear_session()` between models also frees them; on 2.15 to 2.21 it does not once a model
was fitted.

## Known limits

Variables, functions, traces and datasets that come with the models are not listed apart. In graph mode
the growth is ascribed to models when Keras adds the operations from lines that also make models. Models
that go with the next collection give the verdict `deferred`. What stays in native memory after a model is
gone shows as TL803.

The check is silent on a loop of few known rounds, on one over epochs or folds, on models built in a graph
of the loop's own, on one model per key of a table (TL405), and, in eager mode, on models that are only
called.

## Fix safety

The change is shown only: `clear_session()` as the first statement of the loop. It is never written,
because `clear_session()` breaks every model that is still in use, in this thread and in others, and on
TensorFlow 2.15 to 2.21 it does not free a model that was fitted. In any mode it resets the automatic
names of layers. Reusing one model is unsafe unless its weights, its optimizer's state and its metrics are
all reset.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL401/cross_validation_folds`
- `programs/TL401/customer_forecast`
- `programs/TL401/hyper_search`
- `programs/TL401/width_search`

`tests/check/cases/tl401.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import of_model
from tensorleak.check.events import Event, Story, is_structure, lasts
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Models that are built and used in every round, without Keras's state being cleared."""
    for event in story.of("made"):
        loop = built_in(event, story)
        if loop is not None and loop.kind != "handler":
            yield suspect(event, "a model is built in every round", loop, fix="clear_session", each=of_model(event))


def built_in(event: Event, story: Story) -> Loop | None:
    """The loop in whose rounds a model is built, and compiled by its use."""
    value = event.value
    if value is None or not (value.kind == "model" or (value.kind == "instance" and value.name.startswith("keras."))):
        return None
    loop = event.repeats(UNKNOWN)
    used = loop in value.uses or event.state.mode == "graph" or (loop is not None and loop.kind == "handler")
    cleared = loop is None or any(part.cleared or part in event.state.graph for part in event.state.loops)
    if value.kept or any(guard.key is not None for guard in event.state.guards):
        return None  # kept on purpose (or TL405's), or one model per key: a table that fills
    if loop is not None and is_structure(event, loop, story):
        return None
    return loop if loop is not None and lasts(loop) and used and not cleared and not event.state.traced else None


RULE = Rule(
    id="TL401",
    summary="Models are built in a loop and their state stays",
    check=check,
)
