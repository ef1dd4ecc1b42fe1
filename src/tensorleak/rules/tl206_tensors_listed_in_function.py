"""Symbolic tensors are collected in a Python list while tracing."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and owner.contents == "symbolic"


RULE = Rule(
    id="TL206",
    name="tensors-listed-in-function",
    summary='Symbolic tensors are collected in a Python list while tracing',
    says='{holder} keeps {count} symbolic tensors per {unit}, and with them the graphs they belong to',
    remedy='Return the tensors from the function, or collect them in a `tf.TensorArray` inside it.',
    explains=explains,
)
