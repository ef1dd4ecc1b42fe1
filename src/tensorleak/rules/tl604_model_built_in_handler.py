"""A request handler builds or loads a model.

## What it does

Finds a request handler that builds or loads a model for each request. It is TL401 or TL402 with the
frames of a server below the line that makes the model.

## Why it grows

It grows as TL401 and TL402 do, with the number of requests. Several requests at once also hold several
models at once.

## Example

```python
class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        rows = read_rows(self)
        model = keras.models.load_model("score.keras")
        reply(self, model.predict_on_batch(rows))
```

## Use instead

```python
MODEL = keras.models.load_model("score.keras")


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        reply(self, MODEL.predict_on_batch(read_rows(self)))
```

## Known limits

A handler is recognised by the frames of a known server below it: `http.server`, `socketserver`,
`wsgiref`, Flask, Django, Tornado, Starlette, aiohttp, gRPC and some others. In a server of your own the
same pattern is TL401 or TL402. Models that only wait for Python's collector give the verdict `deferred`.

## Fix safety

There is no automatic fix yet. Loading at start is unsafe in servers that fork workers after the import:
TensorFlow must be initialised in each worker, for example in a post-fork hook. Handlers that change the
model, or that choose it by request, need a bounded cache instead.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL604/http_build_per_request`
- `programs/TL604/socket_load_per_request`
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.model.owner import Owner
from tensorleak.rules.base import Rule
from tensorleak.rules.tl401_model_built_in_loop import built_in
from tensorleak.rules.tl402_model_loaded_per_call import loaded_in


def explains(owner: Owner) -> bool:
    """Whether this pattern is what makes `owner` grow."""
    return (owner.kind == "model" or (owner.kind == "graph" and "model" in owner.flags)) and "handler" in owner.flags


def check(story: Story) -> Iterator[Suspicion]:
    """Models that a request handler builds or loads."""
    for event in story.of("made", "loaded"):
        loop = built_in(event) if event.kind == "made" else loaded_in(event, story)
        if loop is not None and loop.kind == "handler":
            done = "built" if event.kind == "made" else "loaded"
            yield suspect(event, f"a model is {done} for every request", loop, fix="load_once")


RULE = Rule(
    id="TL604",
    name="model-built-in-handler",
    summary="A request handler builds or loads a model",
    says="{count} more models per {unit} are made in a request handler and not released",
    remedy="Load the model once when the service starts, and only call it in the handler.",
    explains=explains,
    specificity=7,
    check=check,
)
