"""Devices are configured after they were initialised.

## What it does

Describes device settings, such as memory growth, limits or visible devices, that come after TensorFlow
has initialised the card. They must come first, right after the import.

`tensorleak check` reports, from the source alone, a device setting that comes after the program has made
a tensor, a variable, a dataset, an optimizer, a metric or a layer with its input shape, or has loaded a
model.

## Why it grows

The settings do not take effect: TensorFlow raises a `RuntimeError`, and where the program catches and
ignores it, the card is reserved in full (TL701). Creating a tensor, listing logical devices or importing
a module that does either is enough to initialise the card.

## Example

```python
import tensorflow as tf

table = tf.constant(load_table())
for gpu in tf.config.list_physical_devices("GPU"):
    try:
        tf.config.experimental.set_memory_growth(gpu, True)
    except RuntimeError:
        pass
```

## Use instead

```python
import tensorflow as tf

for gpu in tf.config.list_physical_devices("GPU"):
    tf.config.experimental.set_memory_growth(gpu, True)

table = tf.constant(load_table())
```

## Known limits

This rule has no runtime side: `tensorleak run` never reports it. Without a card the settings have no
effect, and the mistake does not show.

The check does not see what initialises the card while another module is imported.

## Fix safety

There is no automatic fix: moving the settings up is unsafe when they depend on values computed later,
such as command-line options, and when another module initialises the card while it is imported.

## Evidence

No program proves this rule; `make quality` runs without a graphics card.

`tests/check/cases/tl703.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Devices that are configured after the first tensor was made; what came in time once is not blamed later."""
    seen: set[int] = set()
    for event in story.of("configured"):
        if event.name == "late" and id(event.place.node) not in seen:
            yield suspect(event, "devices are configured after TensorFlow has initialised them")
        seen.add(id(event.place.node))


RULE = Rule(
    id="TL703",
    name="device-configured-too-late",
    summary="Devices are configured after they were initialised",
    says="",
    remedy="Configure devices right after importing TensorFlow.",
    check=check,
)
