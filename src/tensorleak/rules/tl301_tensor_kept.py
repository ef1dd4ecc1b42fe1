"""Tensors are kept from every round.

## What it does

Finds a list, deque, set or attribute of the program that keeps more tensors with every round: losses,
activations, attention maps, frames. Close looks name the container, what is in it and the line that adds
to it.

`tensorleak check` reports, from the source alone, the line that puts a tensor into a list, deque or set
in every round, when the container outlives the loop and nothing takes elements out of it, and the line that
joins a tensor of an object with itself (`self.frames = tf.concat([self.frames, frame], 0)`).

## Why it grows

A tensor in eager mode is freed with its last reference. A container that is only ever added to holds all
of them, on the device where they were made. Measured: without such a holder an eager loop is flat, and
`del` or `.numpy()` are not needed.

## Example

```python
losses = []
for x, y in batches:
    with tf.GradientTape() as tape:
        loss = per_example_loss(model(x), y)
    apply_gradients(tape.gradient(loss, model.trainable_variables))
    losses.append(loss)
```

## Use instead

```python
losses = []
for x, y in batches:
    with tf.GradientTape() as tape:
        loss = per_example_loss(model(x), y)
    apply_gradients(tape.gradient(loss, model.trainable_variables))
    losses.append(float(tf.reduce_mean(loss)))
```

Where the tensors themselves are needed for a while, use `collections.deque(maxlen=...)`.

## Known limits

A container is blamed when it grew between several close looks and is reached from the program's own
names; containers with fewer than 8 elements are not followed. When tensors multiply and no container is
found, the holder is unknown and so is the line. Growth below 256 bytes per unit of work is not reported.

The check is silent where the container is emptied or cut anywhere in its file, unless by an unrelated class whose
objects make one of that name for themselves, where it is handed to a function that may cut it, and where it is joined, returned or gone through outside of what the loop repeats:
it may be the loop's product. Handing it to the function that fills it does not count. Lists below other
containers, classes of the program's own that derive from a list or a dict, chains of objects, tasks and
futures, closures, suspended generators and the registries of the standard library (`atexit`, `weakref.finalize`,
`ExitStack`, `sched`, log handlers, `unittest.mock`) are followed. Of exceptions it follows those that the program
raises itself: they keep what the functions between `raise` and `except` have made. It can be wrong on a list of an
object that lives for one request only.

## Fix safety

`--fix --unsafe-fixes` appends `float(loss)` where the tensor is a scalar, or the number that the file
later computes from each element; otherwise the list becomes a `collections.deque(maxlen=...)` that holds
as many elements as this file looks back on. It is unsafe: `float()` waits for the device in every round,
readers elsewhere get numbers instead of tensors or fewer elements than before, and gradients can no
longer be taken from what was kept.

Where the list is read as a whole, a bound is shown only. It is refused where elements are used as
tensors, where the list is handed on or does not start empty, and where it is made in another file.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL301/activation_history`
- `programs/TL301/attention_maps`
- `programs/TL301/deferred_callbacks`
- `programs/TL301/eager_loss_curve`
- `programs/TL301/failed_requests`
- `programs/TL301/layer_outputs`
- `programs/TL301/per_example_losses`
- `programs/TL301/recent_frames`

`tests/check/cases/tl301.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import weight
from tensorleak.check.events import Event, Story, accumulates, wanted_whole
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, Loop, new_inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Tensors that go into a list, which outlives the loop, in every round."""
    for event in story.of("kept"):
        loop = accumulates(event, UNKNOWN)
        if loop is None or loop.kind == "callback" or not holds_tensor(event, loop) or wanted_whole(event, loop):
            continue
        if event.value is not None and event.value.kind == "list":
            yield suspect(
                event,
                f"a tensor is put into `{event.value.name}` in every round and never leaves it",
                loop,
                subject=event.value.name,
                each=weight(event.element),
                fix="float_of_tensor",
            )


def holds_tensor(event: Event, loop: Loop) -> bool:
    """Whether eager tensors are among what is kept anew in every round."""
    if event.state.traced or event.state.mode == "graph" or event.element is None:
        return False
    parts = new_inside(event.element, loop)
    return any(value.kind == "tensor" for value in parts) and not any(
        value.kind in ("variable", "model") for value in parts
    )


RULE = Rule(
    id="TL301",
    summary="Tensors are kept from every round",
    check=check,
)
