"""Each new shape makes `tf.function` trace again."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "trace" and owner.reason in ("shape", "structure", "dtype")


RULE = Rule(
    id="TL202",
    name="retrace-new-shape",
    summary='Each new shape makes `tf.function` trace again',
    says="{name}() is traced again for each new shape of '{argument}' ({count} traces per {unit})",
    remedy='Give the function an `input_signature` with `None` in the varying dimension, or `reduce_retracing=True`; or pad to a few fixed sizes.',
    explains=explains,
)
