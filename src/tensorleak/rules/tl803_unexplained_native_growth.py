"""Native memory grows without a known owner."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "native"


RULE = Rule(
    id="TL803",
    name="unexplained-native-growth",
    summary='Native memory grows without a known owner',
    says='native memory grows by {bytes} per {unit} and no TensorFlow or Python object accounts for it',
    remedy='Look for native extensions and custom ops called in the loop; bisect by leaving calls out, or run memray --native on a shorter run.',
    explains=explains,
)
