"""Data becomes a new constant in the graph in every round."""

from tensorleak.diagnose.owners import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "graph" and owner.varied and owner.constant_bytes > 2000 * owner.count


RULE = Rule(
    id="TL104",
    name="constant-baked-into-graph",
    summary='Data becomes a new constant in the graph in every round',
    says='the graph gains {constant_bytes} of constants per {unit}: data is baked into it',
    remedy='Declare a `tf.placeholder` once and pass each batch through `feed_dict`.',
    explains=explains,
    specificity=3,
)
