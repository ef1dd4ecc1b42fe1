"""`model.predict` is called in a loop."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "predict"


RULE = Rule(
    id="TL403",
    name="predict-in-loop",
    summary='`model.predict` is called in a loop',
    says='memory grows with every `predict` call',
    remedy='Call the model itself (`model(x, training=False)`) for small inputs, or predict over one batched dataset.',
    explains=explains,
)
