"""Python state is frozen into the trace.

## What it does

Describes a `tf.function` that reads or changes Python state from outside: a counter, a flag, a list, an
attribute. Such code runs while tracing only, so the value is frozen into the trace.

`tensorleak check` reports, from the source alone, a module's number that functions assign anew, or an
attribute that another method counts up or down, where a `tf.function` reads it.

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

The rule is in preview: the check applies it only with `--preview` or when it is selected by its id or
name. It looks at numbers and flags of a module and at counters of the same object; lists, other objects
and closures are not seen.

## Fix safety

There is no automatic fix: turning the state into a variable changes results, since the frozen value
becomes a live one. It is unsafe where other code reads the name as a plain Python number, or where the
state decides the structure of the graph.

## Evidence

No program proves this rule, since the pattern does not grow. `programs/innocent/frozen_counter` holds the
counter-proof: `make quality` runs it and counts a `leak` verdict as a failure.
`tests/rules/test_frozen_state.py` runs the frozen form and both remedies on both lanes: with either remedy
the result follows the state and one trace serves all of it; a Python argument makes a trace per value.

`tests/check/cases/tl205.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from tensorleak.check.events import Story
from tensorleak.check.module import Function
from tensorleak.check.suspicion import Suspicion
from tensorleak.check.values import Place
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Python state that a traced function reads or changes, and that the program changes elsewhere."""
    seen: set[int] = set()
    for event in story.of("made"):
        function = event.value.target if event.value is not None and event.name == "tf.function" else None
        if isinstance(function, Function) and id(function) not in seen:
            seen.add(id(function))
            for node, name in frozen_state(function):
                place = Place(node, function.module, function.name)
                yield Suspicion(
                    place, f"`{name}` is read while tracing only: the trace keeps the value it had", subject=name
                )


def frozen_state(function: Function) -> Iterator[tuple[ast.AST, str]]:
    """Where a function uses a module's number that functions bind anew, or a number that other methods change."""
    named = set()
    for node in ast.walk(function.node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in function.module.global_names:
            value = function.module.top.get(node.id)
            if isinstance(value, ast.Constant) and isinstance(value.value, int | float) and node.id not in named:
                named.add(node.id)
                yield node, node.id
        elif own_attribute(node) and node.attr not in named and changed_elsewhere(function, node.attr):
            named.add(node.attr)
            yield node, f"self.{node.attr}"


def own_attribute(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """`self.x`."""
    return isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "self"


def changed_elsewhere(function: Function, name: str) -> bool:
    """Whether another method of the class counts an attribute up or down."""
    methods = function.cls.methods.values() if function.cls else ()
    return any(
        isinstance(node, ast.AugAssign)
        and isinstance(node.target, ast.Attribute)
        and node.target.attr == name
        and isinstance(node.value, ast.Constant)
        for method in methods
        if method is not function
        for node in ast.walk(method.node)
    )


RULE = Rule(
    id="TL205",
    name="captured-python-state",
    summary="Python state is frozen into the trace",
    says="",
    remedy="Hold the state in a `tf.Variable`, or pass it as a tensor (`tf.constant(value)`).",
    check=check,
    preview=True,
)
