"""A new `tf.function` is made in every round."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (owner.kind == "function") or (owner.kind == "trace" and owner.reason in ("new-function", "same", "first")) or (owner.kind == "container" and owner.contents == "function")


RULE = Rule(
    id="TL203",
    name="function-made-per-call",
    summary='A new `tf.function` is made in every round',
    says='{count} new tf.function objects per {unit} are made and kept',
    remedy='Create the `tf.function` once, outside the loop, and call it with different tensors.',
    explains=explains,
)
