"""The device pool keeps what the program has freed."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL702",
    name="gpu-pool-retention",
    summary='The device pool keeps what the program has freed',
    says='',
    remedy='Nothing leaks: the pool is reused. Limit it with a logical device configuration if other processes need the card.',
)
