"""A Keras callback keeps something from every batch."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and "callback" in owner.flags


RULE = Rule(
    id="TL404",
    name="callback-accumulates",
    summary='A Keras callback keeps something from every batch',
    says='callback {holder} keeps {count} more elements per {unit}',
    remedy='Keep a running figure in the callback, write to disk, or clear the list in `on_epoch_end`.',
    explains=explains,
    specificity=6,
)
