"""Data becomes a new constant in the graph in every round."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


OPERATION_BYTES = 6000  # an operation without data: 6 to 11 KB were measured on both lanes


def explains(owner: Owner) -> bool:
    """Whether new data outweighs the operations that carry it."""
    return owner.kind == "graph" and owner.varied and owner.constant_bytes > OPERATION_BYTES * owner.count


RULE = Rule(
    id="TL104",
    name="constant-baked-into-graph",
    summary='Data becomes a new constant in the graph in every round',
    says='the graph gains {constant_bytes} of constants per {unit}: data is baked into it',
    remedy='Declare a `tf.placeholder` once and pass each batch through `feed_dict`.',
    explains=explains,
    specificity=3,
)
