"""Models are built in a loop and their state stays."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "model" or (owner.kind == "graph" and "model" in owner.flags)


RULE = Rule(
    id="TL401",
    name="model-built-in-loop",
    summary='Models are built in a loop and their state stays',
    says='{count} more models per {unit} are built and not released',
    remedy='Build the model once; where each round needs a new one, call `tf.keras.backend.clear_session()` between them (then `gc.collect()`).',
    explains=explains,
    specificity=4,
)
