"""Tensors are kept from every round."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (owner.kind == "container" and owner.contents == "tensor") or owner.kind == "tensor"


RULE = Rule(
    id="TL301",
    name="tensor-kept",
    summary='Tensors are kept from every round',
    says='{holder} keeps {count} more tensors per {unit}',
    remedy='Keep numbers instead of tensors (`float(loss)`), or bound the container (`collections.deque(maxlen=...)`).',
    explains=explains,
)
