"""XLA compiles the function anew for every shape."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "compiled"


RULE = Rule(
    id="TL208",
    name="compiled-shapes-unbounded",
    summary='XLA compiles the function anew for every shape',
    says='{name}() is compiled by XLA for {count} new shapes per {unit}',
    remedy="Pad the input to a few fixed sizes, or leave `jit_compile` off for inputs of varying shape: XLA's cache never evicts.",
    explains=explains,
    specificity=3,
)
