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

This rule has no runtime side: `tensorleak run` never reports it. Whether pieces of the pool could be
given back to the driver is not known from outside.

## Fix safety

There is no automatic fix: nothing leaks, and only the operator knows how much of the card others need. A
limit that is too low makes a program fail that runs today. It must be set before the card is initialised
(TL703), and cannot be combined with memory growth on the same card.

## Evidence

No program proves this rule; `make quality` runs without a graphics card. Seen once on an H200 with TF
2.21: `get_memory_info` fell back to the live size after release while the pool stayed reserved.
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
