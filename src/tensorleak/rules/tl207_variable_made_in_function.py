"""A `tf.function` makes new variables when it is traced again."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "variable" and "traced" in owner.flags


RULE = Rule(
    id="TL207",
    name="variable-made-in-function",
    summary='A `tf.function` makes new variables when it is traced again',
    says='{count} variables per {unit} are made inside a traced function',
    remedy='Make the variable once outside the function (in `__init__` or `build`) and only assign to it inside.',
    explains=explains,
    specificity=3,
)
