"""TensorFlow reserves the whole card.

## What it does

Describes a program that lets TensorFlow reserve nearly all memory of a graphics card at its start, as it
does by default. A small model then seems to need the whole card.

`tensorleak check` reports, from the source alone, the first model or session that a service makes at its
start, when nothing in the program configures devices.

## Why it grows

It does not grow, and nothing leaks: the figure that `nvidia-smi` shows is a reservation. Other processes
cannot use the card, and the real use of the program stays hidden behind the reservation.

## Example

```python
import tensorflow as tf

model = tf.keras.models.load_model("score.keras")
for rows in requests:
    answer(model(rows))
```

## Use instead

```python
import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)

model = tf.keras.models.load_model("score.keras")
for rows in requests:
    answer(model(rows))
```

## Known limits

This rule has no runtime side: `tensorleak run` never reports it. With memory growth the process still
keeps what it once reserved (TL702).

The rule is in preview: the check applies it only with `--preview` or when it is selected by its id or
name. It is silent on programs without request handlers, and does not know environment variables such as
`TF_FORCE_GPU_ALLOW_GROWTH`, nor whether there is a card.

## Fix safety

There is no automatic fix: whether the card is shared is not in the source. Memory growth is unsafe to set
after the card was initialised, since it raises an error (TL703). It can fragment the pool, so a program
that just fitted with a full reservation may fail.

## Evidence

No program proves this rule; `make quality` runs without a graphics card. Measured on an H200 with TF 2.21:
a loop with 3 MB in use made the driver show 141,361 MiB taken and its own process 5.4 GB of host memory;
with memory growth the driver showed 531 MiB and the process had 0.85 GB.

`tests/check/cases/tl701.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Services that load a model without saying how much of the card TensorFlow may take."""
    serves = any(loop.kind == "handler" for loop in story.loops)
    if not serves or story.of("configured"):
        return
    for event in story.of("made", "loaded"):
        model = event.value is not None and event.value.kind in ("model", "session")
        if model and not event.state.loops and "config" not in event.keywords:
            yield suspect(event, "TensorFlow reserves the whole card for this service")
            return


RULE = Rule(
    id="TL701",
    name="gpu-grabs-everything",
    summary="TensorFlow reserves the whole card",
    says="",
    remedy=(
        "Call `tf.config.experimental.set_memory_growth(gpu, True)` before anything touches the card "
        "(TF 1: `GPUOptions(allow_growth=True)`)."
    ),
    check=check,
    preview=True,
)
