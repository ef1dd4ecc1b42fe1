"""A request handler builds or loads a model."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (owner.kind == "model" or (owner.kind == "graph" and "model" in owner.flags)) and "handler" in owner.flags


RULE = Rule(
    id="TL604",
    name="model-built-in-handler",
    summary='A request handler builds or loads a model',
    says='{count} more models per {unit} are made in a request handler and not released',
    remedy='Load the model once when the service starts, and only call it in the handler.',
    explains=explains,
    specificity=7,
)
