"""A dataset or iterator is made in every round."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind in ("dataset", "iterator") or (owner.kind == "container" and owner.contents in ("dataset", "iterator")) or (owner.kind == "graph" and "dataset" in owner.flags)


RULE = Rule(
    id="TL502",
    name="dataset-made-per-step",
    summary='A dataset or iterator is made in every round',
    says='{count} more datasets or iterators per {unit} stay alive',
    remedy='Build the dataset once before the loop and reuse it; iterate instead of making an iterator per step.',
    explains=explains,
    specificity=3,
)
