"""A model is loaded again for every call."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (owner.kind == "model" or (owner.kind == "graph" and "model" in owner.flags)) and "loading" in owner.flags


RULE = Rule(
    id="TL402",
    name="model-loaded-per-call",
    summary='A model is loaded again for every call',
    says='{count} more models per {unit} are loaded and not released',
    remedy='Load the model once at start-up and reuse it.',
    explains=explains,
    specificity=5,
)
