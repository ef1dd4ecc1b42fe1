"""Python objects are kept from every round."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and owner.contents in ("object", "graph")


RULE = Rule(
    id="TL901",
    name="python-objects-kept",
    summary='Python objects are kept from every round',
    says='{holder} keeps {count} more Python objects per {unit}',
    remedy='Bound the container, or write entries out and clear it.',
    explains=explains,
)
