"""A new Python object as argument makes `tf.function` trace again."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "trace" and owner.reason == "object"


RULE = Rule(
    id="TL204",
    name="retrace-new-object",
    summary='A new Python object as argument makes `tf.function` trace again',
    says="{name}() is traced again for each new object passed as '{argument}' ({count} traces per {unit})",
    remedy='Pass tensors instead of the object, or keep one object alive and change its `tf.Variable`s; make value-like arguments hashable and equal.',
    explains=explains,
)
