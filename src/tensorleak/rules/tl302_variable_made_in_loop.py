"""Variables are made in every round and kept.

## What it does

Finds variables that are made in every round and stay alive, directly or inside a metric, a layer or an
optimizer that is made anew each time. The recording shows the number of live variables rising, with the
line that makes them.

`tensorleak check` reports, from the source alone, the variable, metric or optimizer that is made in every
round and put into a container that outlives the loop.

## Why it grows

A variable owns its value until the last reference to it goes. A new optimizer brings new slot variables,
and a new metric brings its accumulators. A variable made in a loop and dropped again does not grow:
measured on 2.21, inside a tape as well, flat.

## Example

```python
snapshots = []
for episode in episodes:
    fast = tf.Variable(slow_weights)
    adapt(fast, episode)
    snapshots.append(fast)
```

## Use instead

```python
fast = tf.Variable(tf.zeros_like(slow_weights))
for episode in episodes:
    fast.assign(slow_weights)
    adapt(fast, episode)
```

## Known limits

Variables that belong to models which multiply are counted with the model (TL401), and those made while
tracing are TL207. Variables that only wait for Python's collector give the verdict `deferred`. The holder
is named only when the container that keeps the variables was found growing.

The check does not look at layers that are kept, nor at graph mode, where a new variable is also an
operation (TL101), and is silent where elements are taken out of the container.

## Fix safety

There is no automatic fix: a variable carries state, and only the program knows when it may be reset.
Reusing one variable is unsafe when an earlier round's value is still needed, when shapes differ between
rounds, or when a `tf.function` captured the old variable. An optimizer that is reused must be reset, or
it carries its momenta into the next round.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL302/auc_per_epoch`
- `programs/TL302/episode_weights`
- `programs/TL302/noise_per_trial`
- `programs/TL302/optimizer_per_client`

`tests/check/cases/tl302.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story, accumulates
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import inside, is_model
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Variables, and what is made of them, that are made in every round and kept."""
    for event in story.of("kept"):
        loop = accumulates(event)
        parts = inside(event.element) if loop and event.element and event.state.mode != "graph" else []
        if any(is_model(value) for value in parts):
            continue  # its variables are the model's
        for value in parts:
            if value.kind in ("variable", "metric", "optimizer") and loop in value.born and value.place:
                yield suspect(
                    event,
                    f"{article(value.kind)} {value.kind} is made in every round and kept in `{event.value.name if event.value else ''}`",
                    loop,
                    place=value.place,
                    subject=event.value.name if event.value else "",
                )


def article(noun: str) -> str:
    """`an` before a vowel."""
    return "an" if noun[0] in "aeiou" else "a"


RULE = Rule(
    id="TL302",
    summary="Variables are made in every round and kept",
    check=check,
)
