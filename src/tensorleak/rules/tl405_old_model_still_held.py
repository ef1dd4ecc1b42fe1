"""Old models are still referenced."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (owner.kind == "model" and owner.holder is not None) or (owner.kind == "container" and owner.contents == "model")


RULE = Rule(
    id="TL405",
    name="old-model-still-held",
    summary='Old models are still referenced',
    says='{holder} keeps {count} more models per {unit}',
    remedy='Drop the reference to the old model when the new one is in place; keep weights on disk, not models in memory.',
    explains=explains,
    specificity=6,
)
