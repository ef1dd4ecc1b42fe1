"""Devices are configured after they were initialised."""

from tensorleak.rules.base import Rule

RULE = Rule(
    id="TL703",
    name="device-configured-too-late",
    summary='Devices are configured after they were initialised',
    says='',
    remedy='Configure devices right after importing TensorFlow.',
)
