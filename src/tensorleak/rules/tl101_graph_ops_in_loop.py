"""Operations are added to a graph in every round.

## What it does

Finds code that adds operations to a graph in every round: `tf.constant`, arithmetic on tensors,
`tf.assign`, `tf.gradients`, `tf.train.Saver` or `iterator.get_next()` in a loop, or in a function that a
loop calls. It concerns TensorFlow 1 code, and `tf.compat.v1` code on TensorFlow 2.

`tensorleak check` reports, from the source alone, the first such line of a function when a loop or a
request handler that also runs a session leads to it and the graph is older than the loop, and the line that
puts a graph of the round's own, alone or within an object, into a container that outlives the loop. Loops are also
the batches of a Keras `Sequence`, the steps of an environment of gym, and the trials of a search.

## Why it grows

A graph only gains operations; none is ever removed. Each round adds its operations, and the constants
among them, to the same default graph. Closing the session does not help, and neither does
`with tf.Session()`: both free the session and leave the graph as it is. Measured on 1.15.5 and 2.21: 300
operations after 100 calls, with and without an explicit `sess.close()`. A chain such as
`x = tf.add(x, 1)` also makes every step slower.

## Example

```python
def celsius(reading):
    with tf.Session() as sess:
        scaled = (tf.constant(reading) - 32.0) * (5.0 / 9.0)
        return sess.run(scaled)


for reading in readings:
    store(celsius(reading))
```

## Use instead

```python
fahrenheit = tf.placeholder(tf.float32, [None])
scaled = (fahrenheit - 32.0) * (5.0 / 9.0)

with tf.Session() as sess:
    for reading in readings:
        store(sess.run(scaled, {fahrenheit: reading}))
```

Where each call needs a graph of its own, build it inside `with tf.Graph().as_default():`; it goes with
the call.

## Known limits

Each thread has a default graph of its own, which goes with it: operations that a handler builds there stay under a server whose threads live
on (gunicorn, waitress), and not under one that starts a thread for each request ([measured](../evidence/request-threads.md)). The check takes the first
kind.

The number of operations is exact; the lines that make them are read from the newest operations at each
tally, so with very many new operations the shares of the lines are estimates. Lines of one function are
reported as one cause. The bodies of `tf.function`s are not counted here; see TL201 to TL204. When graphs
are dropped and only wait for Python's collector, the verdict is `deferred`.

The check is silent where no session runs in the loop, where the loop makes, resets or clears the graph,
where a condition makes the building a one-time affair (`if op is None:`), and in a branch for tensors
(`isinstance(x, tf.Tensor)`) where it does not know that the value is one. It does not see jobs that a
scheduler calls.

## Fix safety

`--fix --unsafe-fixes` builds the operations once: before the loop, in `__init__`, or in front of the
function or the loop that calls it; changing values are fed through placeholders. A function that opens
its own session can get `with tf.Graph().as_default():` instead. Both are unsafe: operations get another
order, other names and other random seeds, constants become fed values, and a function with its own graph
no longer sees the default one.

It is refused where a changing value cannot be fed (its number type or a shape that is needed is not
evident, or several calls run the result), where a variable would be made, where a name is assigned in
several places, and where errors are caught around the building.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL101/calibrated_scores`
- `programs/TL101/checkpoint_every_round`
- `programs/TL101/click_stream_training`
- `programs/TL101/colour_features`
- `programs/TL101/discount_curve`
- `programs/TL101/inventory_projection`
- `programs/TL101/learning_rate_schedule`
- `programs/TL101/saliency_report`
- `programs/TL101/sensor_smoothing`
- `programs/TL101/validation_summaries`

`tests/check/cases/tl101.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import OPERATION
from tensorleak.check.events import Story, accumulates, wanted_whole
from tensorleak.check.graphs import piles
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, new_inside
from tensorleak.rules.base import Rule

NAMED = 3
GRAPH = 50 * OPERATION  # bytes of a small graph


def check(story: Story) -> Iterator[Suspicion]:
    """Operations that a running loop adds to a graph which outlives its rounds."""
    for pile in piles(story):
        first = pile.events[0]
        if first.state.thread or pile.constant or pile.first("tf.data."):
            continue  # TL105, TL104, TL502
        others = [first.place.module.source.place(line)[1] for line in pile.lines[1:]]  # in a notebook, within the cell
        more = f" (also on {also(others)})" if others else ""
        yield suspect(
            first,
            f"adds operations to the graph in every round{more}",
            pile.loop,
            fix="hoist_graph_ops",
            each=pile.nbytes,
        )
    yield from kept_graphs(story)


def kept_graphs(story: Story) -> Iterator[Suspicion]:
    """Graphs of their own that are made in every round and kept, alone or by an object."""
    for event in story.of("kept"):
        loop = accumulates(event, UNKNOWN)
        if loop is None or event.element is None or event.value is None or wanted_whole(event, loop):
            continue
        if any(value.kind == "graph" and loop in value.born for value in new_inside(event.element, loop, 2)):
            yield suspect(
                event,
                f"`{event.value.name}` keeps a graph from every round",
                loop,
                subject=event.value.name,
                each=GRAPH,
            )


def also(lines: list[int]) -> str:
    """The further lines, at most three by number."""
    named = ", ".join(map(str, lines[:NAMED]))
    more = f" and {len(lines) - NAMED} more" if len(lines) > NAMED else ""
    return f"{'line' if len(lines) == 1 else 'lines'} {named}{more}"


RULE = Rule(
    id="TL101",
    summary="Operations are added to a graph in every round",
    check=check,
)
