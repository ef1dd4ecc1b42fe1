"""A Python number or string makes `tf.function` trace again."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "trace" and owner.reason == "value"


RULE = Rule(
    id="TL201",
    name="retrace-python-value",
    summary='A Python number or string makes `tf.function` trace again',
    says="{name}() is traced again for each new Python value of '{argument}' ({count} traces per {unit})",
    remedy='Pass a tensor (`tf.constant(value)`) or keep the value in a `tf.Variable`; with a tensor argument one trace serves all values.',
    explains=explains,
)
