"""A shuffle buffer is larger than memory."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "buffer"


RULE = Rule(
    id="TL503",
    name="buffer-larger-than-memory",
    summary='A shuffle buffer is larger than memory',
    says='a {name} buffer of {size} elements is filling and will not fit into memory',
    remedy='Use a smaller `buffer_size`, or shuffle file names or indices instead of decoded elements.',
    explains=explains,
)
