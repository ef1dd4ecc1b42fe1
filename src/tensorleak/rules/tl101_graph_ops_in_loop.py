"""Operations are added to a graph in every round."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "graph"


RULE = Rule(
    id="TL101",
    name="graph-ops-in-loop",
    summary='Operations are added to a graph in every round',
    says='the graph gains {count} operations per {unit}',
    remedy='Build the operations once, before the loop, and feed changing values through a placeholder; where a graph per call is needed, build it inside `with tf.Graph().as_default():`.',
    explains=explains,
)
