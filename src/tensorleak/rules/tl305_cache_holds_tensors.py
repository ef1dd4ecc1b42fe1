"""A cache without bound keeps tensors.

## What it does

Finds a dict, or a function with `functools.lru_cache`, that keeps a tensor for every key it has met and
never lets one go. Close looks name the dict, or the cached function, and what is in it.

## Why it grows

A cache pays when keys repeat. With keys that do not, such as request ids, texts of users or step numbers,
each entry is stored and hardly ever read again.

## Example

```python
@functools.lru_cache(maxsize=None)
def encode(text):
    return encoder(tf.constant([text]))[0]


for comment in comments:
    rank(encode(comment))
```

## Use instead

```python
@functools.lru_cache(maxsize=256)
def encode(text):
    return encoder(tf.constant([text]))[0]


for comment in comments:
    rank(encode(comment))
```

## Known limits

It is told from TL301 by the kind of container alone: every growing dict of tensors counts as a cache,
whatever it is for. A cache over a finite set of keys stops growing and is `bounded`. Dicts of NumPy
arrays are TL304.

## Fix safety

There is no automatic fix yet. A bound changes speed only, as long as entries can be computed again with
the same result. It is unsafe where the cache is also the record of what was answered, or where two
callers rely on getting the identical object.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL305/answers_by_request`
- `programs/TL305/cached_text_encoding`
"""

from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (
        owner.kind == "container"
        and owner.contents == "tensor"
        and (
            owner.container in ("dict", "OrderedDict", "defaultdict")
            or (owner.holder is not None and owner.holder.scope == "lru_cache")
        )
    )


RULE = Rule(
    id="TL305",
    name="cache-holds-tensors",
    summary="A cache without bound keeps tensors",
    says="{holder} caches {count} more tensors per {unit} and never lets one go",
    remedy="Bound the cache (`functools.lru_cache(maxsize=...)`) or key it by something that repeats.",
    explains=explains,
    specificity=2,
)
