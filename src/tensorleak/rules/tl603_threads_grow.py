"""Threads are started and never end."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "thread" or (owner.kind == "container" and owner.contents == "thread")


RULE = Rule(
    id="TL603",
    name="threads-grow",
    summary='Threads are started and never end',
    says='{count} more threads per {unit} never end',
    remedy="Use one bounded pool (`concurrent.futures.ThreadPoolExecutor`), or make each thread's loop end.",
    explains=explains,
)
