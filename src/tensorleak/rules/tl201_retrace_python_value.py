"""A Python number or string makes `tf.function` trace again.

## What it does

Finds a `tf.function` that is traced again because an argument is a Python number, string or flag with a
new value: a step number, a learning rate, a request id. The report names the function, the argument and
the line that calls it.

`tensorleak check` reports, from the source alone, the call of a `tf.function` with a Python number, text
or other plain value that evidently differs from round to round: a loop counter, a time, a value read back
from a tensor.

## Why it grows

A Python value is part of the key under which a trace is kept: each new value makes a new trace with a
graph of its own, and the function keeps all of them. Measured: 300 calls with 300 numbers made 300 traces
of about 70 KB each.

## Example

```python
@tf.function
def train_step(batch, step):
    rate = 0.1 / tf.sqrt(1.0 + tf.cast(step, tf.float32))
    weights.assign_sub(rate * gradient_of(batch))


for step, batch in enumerate(batches):
    train_step(batch, step)
```

## Use instead

```python
@tf.function
def train_step(batch, step):
    rate = 0.1 / tf.sqrt(1.0 + tf.cast(step, tf.float32))
    weights.assign_sub(rate * gradient_of(batch))


for step, batch in enumerate(batches):
    train_step(batch, tf.constant(step))
```

A value that the function only passes through, such as a request id, is better left out of its arguments.

## Known limits

The reason is read by comparing a trace's signature with the nearest earlier ones; when several arguments
change at once, the first that differs is named. Values themselves are never recorded, only their types.
On TensorFlow 1.15 a NumPy scalar counts as a Python value too. A small set of values, such as
`training=True` and `False`, stops growing and is not reported as a leak.

The check is silent on functions with an `input_signature` and on values of which it knows nothing, such
as a field of a message. An epoch's number is reported where a constant says that there are more than 100
epochs, or where nothing ends them; each costs a trace, but a few dozen traces are no leak.

## Fix safety

`--fix --unsafe-fixes` wraps the argument in `tf.constant` at the call. It is unsafe because the value is
then unknown while tracing: Python code in the function can no longer branch on it. It is refused where
the function uses the value as Python (in `range`, as an index, a shape, an axis or an option, in a
condition or a text), where the number type that keeps the results equal is not evident, and where the
function is not in the same file.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL201/decayed_learning_rate`
- `programs/TL201/request_tag_keyword`
- `programs/TL201/step_number_argument`

`tests/check/cases/tl201.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop, Value
from tensorleak.rules.base import Rule

PYTHON_VALUES = ("number", "text", "python data")
MANY_TRACES = 100


def check(story: Story) -> Iterator[Suspicion]:
    """Calls of a traced function with a Python value that differs from round to round."""
    for event in story.of("call"):
        if event.value is None or event.value.options.get("input_signature"):
            continue
        named = [(f"argument {index}", value) for index, value in enumerate(event.arguments, 1)]
        named += [(f"`{word}`", value) for word, value in event.keywords.items()]
        for which, value in named:
            changing = (changing_in(part, event.state.loops) for part in parts_of(value))
            loop = next((found for found in changing if found is not None), None)
            if loop is not None and event.unguarded(loop) and not event.remade(loop):
                yield suspect(
                    event,
                    f"`{event.name}` is traced again for every new Python value of {which}",
                    loop,
                    subject=event.name,
                    fix="tensor_argument"
                    if value.kind in PYTHON_VALUES
                    else None,  # of a structure each number on its own
                )
                break


def parts_of(value: Value, depth: int = 3) -> list[Value]:
    """The value, and what a structure of Python values consists of."""
    if value.kind == "instance" and value.name.endswith("NamedTuple"):
        return list((value.attrs or {}).values())
    if value.kind not in ("tuple", "list", "dict") or not depth:
        return [value]
    return [value, *(part for item in value.items or () for part in parts_of(item, depth - 1))]


def changing_in(value: Value, loops: tuple[Loop, ...]) -> Loop | None:
    """The loop in which a Python value takes ever new values."""
    if value.kind not in PYTHON_VALUES:
        return None
    return next((loop for loop in reversed(loops) if loop in value.varies and gives_many(loop)), None)


def gives_many(loop: Loop) -> bool:
    """Whether a loop gives more values than a cache of traces should hold: by its size, or by a constant that says it."""
    return loop.size >= UNKNOWN or (loop.count or 0) > MANY_TRACES


RULE = Rule(
    id="TL201",
    summary="A Python number or string makes `tf.function` trace again",
    check=check,
)
