"""XLA compiles the function anew for every shape.

## What it does

Finds a function with `jit_compile=True` that is called with ever new shapes. The recording counts the
different shapes that each compiled function was called with.

`tensorleak check` reports, from the source alone, the call of such a function with an input whose size
evidently changes with the loop.

## Why it grows

XLA compiles for fixed shapes: each new shape makes a new executable, even where one trace with open
dimensions serves them all. The cache of executables has no eviction (tensorflow/tensorflow#64170).

## Example

```python
@tf.function(jit_compile=True, input_signature=[tf.TensorSpec([None, 64])])
def score(rows):
    return tf.linalg.matvec(rows, weights)


for rows in requests:
    answer(score(rows))
```

## Use instead

```python
@tf.function(jit_compile=True, input_signature=[tf.TensorSpec([1024, 64])])
def score(rows):
    return tf.linalg.matvec(rows, weights)


for rows in requests:
    padded = tf.pad(rows, [[0, 1024 - len(rows)], [0, 0]])
    answer(score(padded)[: len(rows)])
```

## Known limits

Shapes are counted, not executables, and only those of direct arguments of outermost calls: a compiled
function called inside another one, or arguments inside lists and dicts, are not seen. Functions that XLA
clusters by itself (`TF_XLA_FLAGS`) are not seen either.

The check knows as little as TL202 of the shapes of data that comes from files or datasets, and is silent
there.

## Fix safety

`--fix --unsafe-fixes` takes `jit_compile=True` away where the function is made. It is unsafe because the
function may run slower and round differently. It is refused where the `tf.function` is not made in the
same file.

Padding, which keeps XLA, is left to you: it is unsafe where padded rows take part in the result, since
means, softmax over the padded axis, batch statistics and losses need a mask.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL208/compiled_any_batch`
- `programs/TL208/compiled_segments`

`tests/check/cases/tl208.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Calls of an XLA-compiled function with tensors whose shape differs from round to round."""
    for event in story.of("call"):
        options = event.value.options if event.value else {}
        if not (options.get("jit_compile") or options.get("experimental_compile")):
            continue
        for loop in reversed(event.state.loops):
            varying = any(loop in value.shapes for value in (*event.arguments, *event.keywords.values()))
            if varying and loop.size >= UNKNOWN and event.unguarded(loop):
                yield suspect(
                    event,
                    f"`{event.name}` is compiled again for every new input shape",
                    loop,
                    subject=event.name,
                    fix="input_signature",
                )
                break


RULE = Rule(
    id="TL208",
    summary="XLA compiles the function anew for every shape",
    check=check,
)
