"""A cache without bound keeps tensors.

## What it does

Finds a dict, or a function with `functools.lru_cache`, that keeps a tensor for every key it has met and
never lets one go. Close looks name the dict, or the cached function, and what is in it.

`tensorleak check` reports, from the source alone, a cache without a bound whose function returns a tensor
and is called with changing arguments, and a dict that gets a tensor under a new key in every round.

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

It is told from TL301 by the container and its elements: every growing dict of tensors, or of tuples and lists
with tensors in them, counts as a cache, whatever it is for; a dict of objects that hold tensors, such as
sessions by visitor, is TL301. A cache over a finite set of keys stops growing and is `bounded`. Dicts of NumPy
arrays are TL304.

The check is silent where the dict is emptied, or joined or returned as a whole outside of what the loop
repeats, and on `cache_clear()`. Of a cached method the object is part of the key. It can be wrong on keys that
are few for a reason that the source does not show.

## Fix safety

`--fix --unsafe-fixes` gives an `lru_cache` or `cache` the size that `functools.lru_cache` has by default,
and lets a dict drop its oldest entry beyond that size. It is unsafe because an entry that was dropped is
missing, or is made anew and is then another object. It is refused where code reads an entry without
making it first when it is missing, and where the dict is made in another file.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL305/answers_by_request`
- `programs/TL305/cached_text_encoding`

`tests/check/cases/tl305.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Event, Story, accumulates, wanted_whole
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import TENSORS, UNKNOWN, inside
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Unbounded caches of functions that return tensors, and tables that keep one per key."""
    for event in story.of("memo"):
        loop = event.repeats(UNKNOWN)
        if event.value and event.value.name in event.place.module.shrunk:
            continue  # `encode.cache_clear()`
        if (
            loop is not None
            and event.value
            and loop not in event.value.born
            and event.value.options.get("unbounded")
            and varied(event)
            and tensor_in(event)
        ):
            yield suspect(
                event,
                f"the cache of `{event.value.name}` keeps a tensor for every new argument",
                loop,
                place=event.value.place,
                subject=event.value.name,
                fix="bounded_lru_cache",
            )
    for event in story.of("kept"):
        loop = accumulates(event, UNKNOWN)
        if loop is None or event.value is None or event.value.kind != "dict" or wanted_whole(event, loop):
            continue
        if tensor_in(event) and event.state.mode != "graph" and loop.kind != "callback":
            yield suspect(
                event,
                f"`{event.value.name}` keeps a tensor for every new key",
                loop,
                subject=event.value.name,
                fix="bounded_lru_cache",
            )


def varied(event: Event) -> bool:
    """Whether the arguments differ from call to call, as far as that can be known."""
    return any(value.varies or not value.kind for value in event.arguments)


def tensor_in(event: Event) -> bool:
    """Whether a tensor, and nothing larger, is what is kept."""
    kinds = {value.kind for value in inside(event.element, 2)} if event.element else set()
    return bool(kinds & TENSORS) and not kinds & {"variable", "model", "session", "traced"}


RULE = Rule(
    id="TL305",
    summary="A cache without bound keeps tensors",
    check=check,
)
