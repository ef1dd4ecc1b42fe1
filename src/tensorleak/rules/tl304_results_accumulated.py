"""Results of every round are collected in memory.

## What it does

Finds a container of the program that collects the NumPy arrays of every round: fetched results,
predictions, embeddings, transitions. Close looks name the container and the line that adds to it.

## Why it grows

The arrays are ordinary Python objects; the container holds them until it is cleared. Often only the
newest, or a sum over all, is ever read.

## Example

```python
embeddings = []
for batch in catalogue_batches:
    embeddings.append(sess.run(code, {inputs: batch}))
centre = np.concatenate(embeddings).mean(axis=0)
```

## Use instead

```python
total, count = 0.0, 0
for batch in catalogue_batches:
    code_values = sess.run(code, {inputs: batch})
    total = total + code_values.sum(axis=0)
    count += len(code_values)
centre = total / count
```

Results that are all needed can go to disk as they come, for example into a `numpy.memmap`.

## Known limits

A job that collects its results on purpose and then ends looks the same as a leak while it runs. A
container with a bound, or one that stopped growing, is `bounded`. Sizes are estimated from the newest
elements, and growth below 256 bytes per unit of work is not reported.

## Fix safety

There is no automatic fix yet. A running aggregate is unsafe when later code needs single results, their
order or quantiles of them. A bound is unsafe when code reads elements that are older than the bound.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL304/activation_history`
- `programs/TL304/embedding_export`
- `programs/TL304/replay_transitions`
- `programs/TL304/window_archive`
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story, accumulates, wanted_whole
from tensorleak.check.library import OUTPUT
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, inside
from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and owner.contents == "array"


def check(story: Story) -> Iterator[Suspicion]:
    """Arrays that TensorFlow gave out and that a container, which outlives the loop, collects in every round."""
    for event in story.of("kept"):
        loop = accumulates(event, UNKNOWN)
        if loop is None or loop.kind == "callback" or event.value is None or wanted_whole(event):
            continue
        parts = inside(event.element, 2) if event.element else []
        larger = any(value.kind in ("tensor", "variable", "model") for value in parts)
        results = any(value.kind == "array" and value.name == OUTPUT for value in parts)
        if results and not larger and event.value.kind != "queue":
            yield suspect(
                event,
                f"a result is put into `{event.value.name}` in every round and never leaves it",
                loop,
                subject=event.value.name,
                fix="bounded_deque",
            )


RULE = Rule(
    id="TL304",
    name="results-accumulated",
    summary="Results of every round are collected in memory",
    says="{holder} keeps {count} more arrays per {unit}",
    remedy="Write results out as they come (to disk, or to a running aggregate), or bound the container.",
    explains=explains,
    check=check,
)
