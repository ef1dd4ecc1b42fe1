"""Results of every round are collected in memory."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and owner.contents == "array"


RULE = Rule(
    id="TL304",
    name="results-accumulated",
    summary='Results of every round are collected in memory',
    says='{holder} keeps {count} more arrays per {unit}',
    remedy='Write results out as they come (to disk, or to a running aggregate), or bound the container.',
    explains=explains,
)
