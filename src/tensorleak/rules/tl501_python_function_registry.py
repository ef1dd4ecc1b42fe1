"""Python callbacks of datasets are registered for ever."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "py_function"


RULE = Rule(
    id="TL501",
    name="python-function-registry",
    summary='Python callbacks of datasets are registered for ever',
    says='{count} more Python callbacks per {unit} stay registered with TensorFlow',
    remedy='Build the dataset (`from_generator`, `py_function`, `numpy_function`) once and iterate it again; pass data by index instead of capturing it.',
    explains=explains,
)
