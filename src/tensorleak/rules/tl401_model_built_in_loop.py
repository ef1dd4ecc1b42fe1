"""Models are built in a loop and their state stays.

## What it does

Finds Keras models that are built in a loop, as in a hyper-parameter search, cross-validation or one model
per customer, and whose state stays after the round. The recording shows the number of live models rising,
or the number of operations that Keras adds to a graph.

`tensorleak check` reports, from the source alone, a model that is built in every round of a loop and also
used there (`fit`, `predict`, `evaluate`), without `clear_session()` in the loop. Searches (hyperopt, optuna,
scikit-optimize, `GridSearchCV` with a wrapped builder and others) call what they are given in every trial.

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

The check is silent on loops of few known rounds that together make fewer than 40, on one over epochs or folds, on models built in a graph
of the loop's own, on one model per key of a table (TL405), on models that a list keeps, unless each round begins a new list, and, in eager mode, on models that are only
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
from math import prod

from tensorleak.check.cost import of_model
from tensorleak.check.events import Event, Story, is_structure, lasts
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import SOME, UNKNOWN, Loop, keepers_of
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Models that are built and used in every round, without Keras's state being cleared."""
    for event in story.of("made"):
        loop = built_in(event, story)
        if loop is not None and loop.kind != "handler":
            yield suspect(
                event, "a model is built in every round", loop, fix="clear_session", each=of_model(event, loop)
            )


def built_in(event: Event, story: Story) -> Loop | None:
    """The loop in whose rounds a model is built, and compiled by its use."""
    value = event.value
    if value is None or not (value.kind == "model" or (value.kind == "instance" and value.name.startswith("keras."))):
        return None
    if any(guard.key is not None for guard in event.state.guards):
        return None  # one model per key: a table that fills
    usual = (
        None if value.kept else event.repeats(UNKNOWN) or grid(event) or folded(event)
    )  # kept on purpose, or TL405's
    return next((one for one in (usual, generation(event)) if one is not None and stays(event, one, story)), None)


def grid(event: Event) -> Loop | None:
    """The outermost of several loops of few known rounds each, which together try many settings."""
    counted = [loop for loop in event.state.loops if known_rounds(loop) > 1 and event.unguarded(loop)]
    many = len(counted) > 1 and prod(map(known_rounds, counted)) >= SETTINGS
    return counted[0] if many else None


def folded(event: Event) -> Loop | None:
    """The cross-validation in whose folds a model is built: how many there are decides what it costs."""
    return next((loop for loop in reversed(event.state.loops) if loop.folds and event.unguarded(loop)), None)


def known_rounds(loop: Loop) -> float:
    """How often a loop goes round, where the program tells; 1 where it does not."""
    return float(loop.count) if loop.count is not None else loop.likely or 1.0


def stays(event: Event, loop: Loop, story: Story) -> bool:
    """Whether the state of a model that each round of a loop builds is used, and not cleared by the round."""
    value = event.value
    assert value is not None
    peers = [part for keeper in keepers_of(value) for part in keeper.items or ()]
    used = any(loop in one.uses for one in (value, *peers)) or event.state.mode == "graph" or loop.kind == "handler"
    cleared = any(part.cleared or part in event.state.graph for part in event.state.loops)
    if is_structure(event, loop, story):
        return False
    return lasts(loop) and used and not cleared and not event.state.traced


def generation(event: Event) -> Loop | None:
    """The innermost loop in whose rounds all that keeps a model is made anew, as the population of a generation is."""
    keepers = keepers_of(event.value) if event.value is not None else []
    members = [loop for loop in event.state.loops if loop.size >= SOME and event.unguarded(loop)]
    for loop in reversed(members[:-1]):  # each round makes several
        if keepers and all(keeper.bounded or loop in keeper.born for keeper in keepers):
            return loop
    return None


SETTINGS = 40  # models of a few megabytes each, whose sum somebody would look for

RULE = Rule(
    id="TL401",
    summary="Models are built in a loop and their state stays",
    check=check,
)
