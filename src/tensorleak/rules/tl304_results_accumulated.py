"""Results of every round are collected in memory.

## What it does

Finds a container of the program that collects the NumPy arrays of every round: fetched results,
predictions, embeddings, transitions. Close looks name the container and the line that adds to it.

`tensorleak check` reports, from the source alone, the line that puts an array, alone or within an object,
into a container in every round, when the container outlives the loop, and the line that joins an array
of an object with itself (`self.rows = np.concatenate([self.rows, row])`).

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

The check is silent where the container is emptied or cut anywhere in its file, unless by an unrelated class whose
objects make one of that name for themselves, and where it is handed on,
or joined, returned or gone through outside of what the loop repeats, as in the example above: it may be the
loop's product. An array that becomes longer is left alone where it is cut, and where its attribute is ever
set to anything else outside of a constructor. In a list that a function makes for itself, arrays that do not come from TensorFlow are not blamed.

## Fix safety

`--fix --unsafe-fixes` turns a list into a `collections.deque(maxlen=...)` of as many elements as this
file looks back on, and lets a dict drop its oldest entry. It is unsafe because code elsewhere may read
more. Where the list is read as a whole, the bound is shown only; where it is handed on, does not start
empty or is made in another file, the fix is refused. A running aggregate is left to you: it is unsafe
when later code needs single results, their order or quantiles of them.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL304/activation_history`
- `programs/TL304/embedding_export`
- `programs/TL304/feature_bank`
- `programs/TL304/replay_transitions`
- `programs/TL304/window_archive`

`tests/check/cases/tl304.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import weight
from tensorleak.check.events import Story, accumulates, is_local, is_never_wanted, still_runs, wanted_whole
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import OUTPUT, UNKNOWN, new_inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Arrays that TensorFlow gave out and that a container, which outlives the loop, collects in every round."""
    for event in story.of("kept"):
        loop = accumulates(event, UNKNOWN)
        if loop is None or loop.kind == "callback" or event.value is None or wanted_whole(event, loop):
            continue
        parts = new_inside(event.element, loop) if event.element else []
        larger = any(value.kind in ("tensor", "variable", "model") for value in parts)
        local = (is_local(event) or still_runs(event)) and not is_never_wanted(event)
        # Of a list of the function's own, its own results: of other arrays it may be what the loop is for.
        results = any(value.kind == "array" and (value.name == OUTPUT or not local) for value in parts)
        if results and not larger and event.value.kind != "queue":
            yield suspect(
                event,
                f"a result is put into `{event.value.name}` in every round and never leaves it",
                loop,
                subject=event.value.name,
                each=weight(event.element),
                fix="bounded_deque",
            )


RULE = Rule(
    id="TL304",
    summary="Results of every round are collected in memory",
    check=check,
)
