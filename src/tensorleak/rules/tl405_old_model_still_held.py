"""Old models are still referenced.

## What it does

Finds models that pile up because something still refers to the old ones: a dict of versions in a service
that reloads, a population in an evolutionary search, a list of trials. Close looks name the container and
the line that adds to it.

`tensorleak check` reports, from the source alone, the line that puts a model, made in the same round,
or something that refers to it, into a container that outlives the loop.

## Why it grows

Each model keeps its variables, its optimizer and its functions. The program uses the newest or the best,
and the container keeps the others.

## Example

```python
class Service:
    def __init__(self):
        self.models = []

    def reload(self, path):
        self.models.append(keras.models.load_model(path))

    def score(self, rows):
        return self.models[-1](rows)
```

## Use instead

```python
class Service:
    def __init__(self):
        self.model = None

    def reload(self, path):
        self.model = keras.models.load_model(path)

    def score(self, rows):
        return self.model(rows)
```

## Known limits

It is told from TL401 and TL402 by the holder: a container of models that grows and is reached from the
program's own names. Models held through other objects, such as a list of trial objects, can appear as
TL401 with the line that builds them.

The check is silent where elements are taken out of the container, and where a local list is joined,
returned or handed on.

## Fix safety

`--fix --unsafe-fixes` keeps as many models as this file looks back on: a list becomes a
`collections.deque(maxlen=...)`, a dict drops its oldest entry. It is unsafe when requests that started
with the old model still run, when the program rolls back to it, or when code elsewhere uses all of them.
Where the list is read as a whole, as for an ensemble, the bound is shown only; where it is handed on the
fix is refused.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL405/evolution_elite`
- `programs/TL405/hot_reload`

`tests/check/cases/tl405.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story, accumulates
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.values import UNKNOWN, inside, is_model
from tensorleak.rules.base import Rule


def check(story: Story) -> Iterator[Suspicion]:
    """Models that are made in every round and kept."""
    for event in story.of("kept"):
        loop = accumulates(event)
        for value in inside(event.element) if loop and event.element else ():
            if is_model(value) and loop in value.born:
                name = event.value.name if event.value else ""
                yield suspect(
                    event, f"every model that is made stays in `{name}`", loop, subject=name, fix="bounded_deque"
                )
                break
    for event in story.of("memo"):
        loop = event.repeats(UNKNOWN)
        made = event.value
        changing = any(value.varies or not value.kind for value in event.arguments)
        if loop is None or made is None or not made.options.get("unbounded") or not changing or event.element is None:
            continue
        if event.element.kind == "model":
            yield suspect(
                event,
                f"the cache of `{made.name}` keeps a model for every new argument",
                loop,
                place=made.place,
                subject=made.name,
            )


RULE = Rule(
    id="TL405",
    summary="Old models are still referenced",
    check=check,
)
