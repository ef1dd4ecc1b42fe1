"""A gradient tape keeps everything it recorded."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "tape" or (owner.kind == "container" and owner.contents == "tape")


RULE = Rule(
    id="TL303",
    name="tape-kept",
    summary='A gradient tape keeps everything it recorded',
    says='a tf.GradientTape keeps {count} more tensors per {unit}',
    remedy='Open the tape inside the loop, around one step, and let go of it (and of persistent tapes) after the gradient was taken.',
    explains=explains,
    specificity=2,
)
