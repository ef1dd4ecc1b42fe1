"""A native cache grows with every new shape."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "shapes"


RULE = Rule(
    id="TL804",
    name="native-cache-per-shape",
    summary='A native cache grows with every new shape',
    says='a native cache grows with every new shape ({count} new shapes per {unit})',
    remedy='Pad or bucket inputs to a few fixed shapes.',
    explains=explains,
)
