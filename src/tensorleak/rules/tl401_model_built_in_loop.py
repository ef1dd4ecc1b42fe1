"""Models are built in a loop and their state stays.

## What it does

Finds Keras models that are built in a loop, as in a hyper-parameter search, cross-validation or one model
per customer, and whose state stays after the round. The recording shows the number of live models rising,
or the number of operations that Keras adds to a graph.

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
for rate in learning_rates:
    keras.backend.clear_session()
    gc.collect()
    model = build_model()
    model.compile(keras.optimizers.Adam(rate), "mse")
    history = model.fit(x, y, epochs=3, verbose=0)
    report(rate, history.history["loss"][-1])
```

Where all rounds use the same architecture, build one model and reset it with `set_weights`.

## Known limits

Variables, functions, traces and datasets that come with the models are not listed apart. In graph mode
the growth is ascribed to models when Keras adds the operations from lines that also make models. Models
that go with the next collection give the verdict `deferred`. What stays in native memory after a model is
gone shows as TL803.

## Fix safety

There is no automatic fix yet. In graph mode `clear_session()` invalidates every other model, so it is
unsafe while one is in use; in any mode it resets the automatic names of layers. Reusing a model is unsafe
unless its weights, its optimizer's state and its metrics are all reset.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL401/cross_validation_folds`
- `programs/TL401/customer_forecast`
- `programs/TL401/hyper_search`
- `programs/TL401/width_search`
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Event, Story, lasts
from tensorleak.check.library import USING
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop
from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "model" or (owner.kind == "graph" and "model" in owner.flags)


def check(story: Story) -> Iterator[Suspicion]:
    """Models that are built and used in every round, without Keras's state being cleared."""
    for event in story.of("made"):
        loop = built_in(event)
        if loop is not None and loop.kind != "handler":
            yield suspect(event, "a model is built in every round", loop, fix="clear_session")


def built_in(event: Event) -> Loop | None:
    """The loop in whose rounds a model is built, and compiled by its use."""
    value = event.value
    if value is None or not (value.kind == "model" or (value.kind == "instance" and value.name.startswith("keras."))):
        return None
    loop = event.repeats(UNKNOWN)
    used = bool(value.used & USING) or event.state.mode == "graph" or (loop is not None and loop.kind == "handler")
    cleared = loop is None or any(part.cleared for part in event.state.loops)
    return loop if loop is not None and lasts(loop) and used and not cleared and not event.state.traced else None


RULE = Rule(
    id="TL401",
    name="model-built-in-loop",
    summary="Models are built in a loop and their state stays",
    says="{count} more models per {unit} are built and not released",
    remedy=(
        "Build and compile the model once and reset its weights between rounds; where each round needs a new model, "
        "fit it in a process of its own. On TF 1, `tf.keras.backend.clear_session()` between models also frees them; "
        "on TF 2.16 to 2.21 it does not once a model was fitted."
    ),
    explains=explains,
    specificity=4,
    check=check,
)
