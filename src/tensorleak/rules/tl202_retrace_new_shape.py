"""Each new shape makes `tf.function` trace again.

## What it does

Finds a `tf.function` that is traced again because an argument has a new shape, a new dtype or a new
structure: texts of any length, a last batch of odd size, a list with one more element. The report names
the function, the argument and an example of the change.

`tensorleak check` reports, from the source alone, the call of a `tf.function` with a tensor, array or
list whose size evidently changes with the loop: made with a changing number, or longer in every round.

## Why it grows

Shape, dtype and structure are part of the key under which a trace is kept. Each new one makes a new
graph, and the function keeps them all; there is no limit and no eviction.

## Example

```python
@tf.function
def embed(tokens):
    return tf.reduce_mean(tf.gather(table, tokens), axis=0)


for text in texts:
    save(embed(tf.constant(encode(text))))
```

## Use instead

```python
@tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
def embed(tokens):
    return tf.reduce_mean(tf.gather(table, tokens), axis=0)


for text in texts:
    save(embed(tf.constant(encode(text), tf.int32)))
```

`reduce_retracing=True` (`experimental_relax_shapes=True` in older versions) has the same effect after two
or three traces. Padding to a few fixed sizes also works, and suits XLA.

## Known limits

The static side is in preview (`--preview`, or `--select TL202`): the four findings it had on public code came from sizes
that are the same in every round.

A set of shapes that is finite and already met is not a leak: the number of traces stops and the verdict
is `bounded`. For a function with `jit_compile` the finding is TL208. With one trace for all shapes,
native kernels may still keep something per shape; see TL804.

The check is silent on functions with `input_signature`, `reduce_retracing` or `jit_compile` among their
options, unless it knows that the value is `False`. It knows no shapes of data that comes from files or datasets, such as
batches padded to their longest element, and does not see an input that grows inside a helper or method.

## Fix safety

`--fix --unsafe-fixes` adds `reduce_retracing=True` where the function is made. It is unsafe where the
function needs the size as a Python number (`x.shape[0]` in a loop or a reshape) and in layers that must
know their input size; before TensorFlow 2.9 the option is called `experimental_relax_shapes`. It is
refused where the `tf.function` is not made in the same file. An `input_signature` is not written, since
the source does not tell the types.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL202/documents_of_any_length`
- `programs/TL202/growing_prompt`

`tests/check/cases/tl202.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN
from tensorleak.rules.base import Rule

RELAXED = ("input_signature", "reduce_retracing", "experimental_relax_shapes", "jit_compile", "experimental_compile")


def check(story: Story) -> Iterator[Suspicion]:
    """Calls of a traced function with tensors whose shape differs from round to round."""
    for event in story.of("call"):
        if event.value is None or any(event.value.options.get(option) for option in RELAXED):
            continue
        for loop in reversed(event.state.loops):
            varying = [value for value in (*event.arguments, *event.keywords.values()) if loop in value.shapes]
            tensors = [value for value in varying if value.kind in ("tensor", "array", "list")]
            if tensors and loop.size >= UNKNOWN and event.unguarded(loop) and not event.remade(loop):
                yield suspect(
                    event,
                    f"`{event.name}` is traced again for every new input shape",
                    loop,
                    subject=event.name,
                    fix="input_signature",
                )
                break


RULE = Rule(
    id="TL202",
    summary="Each new shape makes `tf.function` trace again",
    check=check,
    preview=True,
)
