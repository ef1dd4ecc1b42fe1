"""Worker threads add operations to a shared graph."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "graph" and "thread" in owner.flags


RULE = Rule(
    id="TL105",
    name="graph-built-in-threads",
    summary='Worker threads add operations to a shared graph',
    says='threads add {count} operations to a shared graph per {unit}',
    remedy='Build the operations once before the threads start; let the threads only run them, with values fed.',
    explains=explains,
    specificity=2,
)
