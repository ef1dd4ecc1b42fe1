"""Python state is frozen into the trace.

## What it does

Describes a `tf.function` that reads or changes Python state from outside: a counter, a flag, a list, an
attribute. Such code runs while tracing only, so the value is frozen into the trace.

## Why it grows

By itself it does not grow; it is wrong. Measured: the output stays at the first value and a counter stops
at 1. It belongs to this catalogue because the usual reaction, passing the state as a Python value, makes
a trace per value (TL201), and appending tensors to an outer list keeps graphs alive (TL206).

## Example

```python
calls = 0


@tf.function
def scaled(x):
    global calls
    calls += 1
    return x / calls
```

## Use instead

```python
calls = tf.Variable(0.0)


@tf.function
def scaled(x):
    calls.assign_add(1.0)
    return x / calls
```

## Known limits

This rule has no runtime side: `tensorleak run` never reports it. A recording shows how often a function
is traced, not which Python names it read.

## Fix safety

There is no automatic fix yet. Turning the state into a variable changes results, since the frozen value
becomes a live one. It is unsafe where other code reads the name as a plain Python number, or where the
state decides the structure of the graph.

## Evidence

No program proves this rule, since the pattern does not grow. `programs/innocent/frozen_counter` holds the
counter-proof: `make quality` runs it and counts a `leak` verdict as a failure.
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL205",
    name="captured-python-state",
    summary="Python state is frozen into the trace",
    says="",
    remedy="Pass the state as an argument, or hold it in a `tf.Variable`.",
)
