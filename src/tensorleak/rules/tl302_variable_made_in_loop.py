"""Variables are made in every round and kept."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "variable" or (owner.kind == "container" and owner.contents in ("variable", "optimizer", "layer"))


RULE = Rule(
    id="TL302",
    name="variable-made-in-loop",
    summary='Variables are made in every round and kept',
    says='{count} more variables per {unit} stay alive',
    remedy='Make the variable once and `assign` to it.',
    explains=explains,
)
