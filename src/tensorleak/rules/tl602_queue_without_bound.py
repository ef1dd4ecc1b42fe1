"""A queue without bound fills faster than it is emptied."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and owner.holder is not None and owner.holder.scope == "queue"


RULE = Rule(
    id="TL602",
    name="queue-without-bound",
    summary='A queue without bound fills faster than it is emptied',
    says='{holder} holds {count} more items per {unit}: it fills faster than it is emptied',
    remedy='Give the queue a bound (`queue.Queue(maxsize=...)`) so that the producer waits.',
    explains=explains,
    specificity=7,
)
