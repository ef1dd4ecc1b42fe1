"""The device pool keeps what the program has freed.

## What it does

Describes device memory that stays reserved after the program has freed its tensors. TensorFlow's own
count of bytes in use falls; the figure of the driver does not.

`tensorleak check` does not report it: there is no line to blame.

## Why it grows

TensorFlow's device allocator takes memory from the driver in large pieces and keeps them for reuse. The
reservation follows the peak and does not fall, whatever is deleted. `nvidia-smi` shows the reservation,
not the use.

## Example

```python
before = tf.config.experimental.get_memory_info("GPU:0")["current"]
del large_model
gc.collect()
after = tf.config.experimental.get_memory_info("GPU:0")["current"]
print(before, after)  # falls, while nvidia-smi shows the same figure as before
```

## Use instead

```python
import tensorflow as tf

gpu = tf.config.list_physical_devices("GPU")[0]
limit = tf.config.LogicalDeviceConfiguration(memory_limit=4096)
tf.config.set_logical_device_configuration(gpu, [limit])
```

The limit is in MiB. A job that needs much memory for a short time can run in a process of its own.

## Known limits

This rule is never the rule of a finding: `tensorleak run` tells it by the verdict `retained`, when
TensorFlow's count of bytes in use was seen to fall by more than half, and by more than 64 MB, in the first
half of the run. The reservation itself is not recorded, nor whether pieces of the pool could be given back.
Graph programs that run sessions only have no such count.

## Fix safety

There is no automatic fix: nothing leaks, and only the operator knows how much of the card others need. A
limit that is too low makes a program fail that runs today. It must be set before the card is initialised
(TL703), and cannot be combined with memory growth on the same card.

## Evidence

No program proves this rule; `make quality` runs without a graphics card. `tests/diagnose/test_devices.py`
judges recordings made on an H200 with TF 2.21: one of a program that fills 8.6 GB, lets go of them and goes
on with 2 MB in use, and one of a level loop.
"""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL702",
    name="gpu-pool-retention",
    summary="The device pool keeps what the program has freed",
    says="",
    remedy=(
        "Nothing leaks: the pool is reused. Limit it with a logical device configuration if other "
        "processes need the card."
    ),
)
