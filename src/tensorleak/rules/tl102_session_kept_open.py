"""Sessions stay open because something keeps them."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "session" or (owner.kind == "container" and owner.contents == "session")


RULE = Rule(
    id="TL102",
    name="session-kept-open",
    summary='Sessions stay open because something keeps them',
    says='{count} more sessions stay open per {unit}',
    remedy='Open one session and reuse it, or close each (`with tf.Session() as sess:`) before letting go of it.',
    explains=explains,
)
