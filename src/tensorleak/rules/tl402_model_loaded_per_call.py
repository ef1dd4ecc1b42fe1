"""A model is loaded again for every call.

## What it does

Finds a model that is loaded from disk again for every call: `load_model`, `tf.saved_model.load` or the
SavedModel loader of TensorFlow 1 inside a function that runs per request. It is TL401 with a load on the
stack of the line that makes the models.

`tensorleak check` reports, from the source alone, a model that is loaded in every round, when it is used
by `predict`, `fit` or their like, when it has look-up layers, or in graph mode; a handler that loads a
model is TL604.

## Why it grows

Each load builds a new model with new variables, functions and graphs. In graph mode they are added to the
same graph. Measured on 2.21: `load_model` in a loop grew by 0.3 MB per load of a 2 MB model, and was flat
with `clear_session()` and `gc.collect()`; `tf.saved_model.load` grew by 0.75 MB per load.

## Example

```python
def price(features):
    model = keras.models.load_model("pricing.keras")
    return float(model(features[None])[0, 0])


for offer in offers:
    publish(offer.id, price(offer.features))
```

## Use instead

```python
MODEL = keras.models.load_model("pricing.keras")


def price(features):
    return float(MODEL(features[None])[0, 0])


for offer in offers:
    publish(offer.id, price(offer.features))
```

## Known limits

Loading is recognised by TensorFlow's and Keras' own load functions on the stack. A SavedModel that is
loaded without Keras makes no Keras model; what it leaves behind can be reported as TL101, TL203 or TL302.
Whether the file had changed between two loads is not known.

The check is silent on a model that is only called in eager mode, since Python's collector frees it, where
the loop clears the session or makes its graph, and on one model per key of a table (TL405).

## Fix safety

`--fix --unsafe-fixes` moves the load in front of the loop, or remembers the model that was loaded last.
It is unsafe because a file that changes on disk is no longer noticed and all callers share one model;
also where processes are forked after the load. It is refused where the path changes in the loop, where
the model is trained or changed, and where an object or container keeps it.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL402/keras_h5_per_image`
- `programs/TL402/lookup_model_per_request`
- `programs/TL402/model_per_request`
- `programs/TL402/saved_model_per_query`

`tests/check/cases/tl402.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import of_model
from tensorleak.check.events import Event, Story, is_limited, is_structure
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Models that are loaded in every round and leave something behind."""
    for event in story.of("loaded"):
        loop = loaded_in(event, story)
        if loop is not None and loop.kind != "handler":
            yield suspect(
                event, "a model is loaded in every round", loop, fix=remedy_of(event, loop), each=of_model(event, loop)
            )


def remedy_of(event: Event, loop: Loop) -> str:
    """The rewriter: a model of graph mode stays with the thread that loaded it."""
    apart = loop.kind == "handler" or event.state.thread
    return "load_with_graph" if apart and event.state.mode == "graph" else "load_once"


def loaded_in(event: Event, story: Story) -> Loop | None:
    """The loop in whose rounds a model is loaded that a collection does not give back."""
    loop = event.repeats(UNKNOWN)
    if (
        loop is None
        or event.value is None
        or any(part.cleared or part in event.state.graph for part in event.state.loops)
    ):
        return None
    if any(guard.key is not None for guard in event.state.guards):
        return None  # one model per key: a table that fills
    if is_structure(event, loop, story) or (event.value.kept and is_limited(loop)):
        return None  # an ensemble
    lasting = event.state.mode == "graph" or story.lookups or loop in event.value.uses or loop.kind == "handler"
    return loop if lasting else None


RULE = Rule(
    id="TL402",
    summary="A model is loaded again for every call",
    check=check,
)
