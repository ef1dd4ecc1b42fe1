"""A cache without bound keeps tensors."""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return owner.kind == "container" and owner.contents == "tensor" and (owner.container in ("dict", "OrderedDict", "defaultdict") or (owner.holder is not None and owner.holder.scope == "lru_cache"))


RULE = Rule(
    id="TL305",
    name="cache-holds-tensors",
    summary='A cache without bound keeps tensors',
    says='{holder} caches {count} more tensors per {unit} and never lets one go',
    remedy='Bound the cache (`functools.lru_cache(maxsize=...)`) or key it by something that repeats.',
    explains=explains,
    specificity=2,
)
