"""A request handler builds or loads a model.

## What it does

Finds a request handler that builds or loads a model for each request. It is TL401 or TL402 with the
frames of a server below the line that makes the model.

`tensorleak check` reports, from the source alone, a model that is built or loaded in a method of a known
server class, or in a function under a decorator such as `@app.route` or `@app.post`.

## Why it grows

It grows as TL401 and TL402 do, with the number of requests. Several requests at once also hold several
models at once.

On TensorFlow 1 it matters which thread answers. Each has a default graph of its own, which goes with it: a small Keras model that is
loaded for each request leaves 1.1 MB under a server whose threads live on, and 0.2 MB where each request has a thread of its own
([measured](../evidence/request-threads.md)). Operations that a handler builds leave 27 KB and nothing. In a graph that all
threads share they stay under both, and a model that is loaded there by a new thread each time leaves 6.8 MB.

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

The check knows handlers by the package that calls them (`check/frameworks.py`: web frameworks, bots, job
queues, cloud functions, windows), whether they are decorated, handed over in a call, assigned or inherited.
A condition that holds once (`if model is None:`) or once per key of a table makes it silent; the table itself may be
TL405.

## Fix safety

`--fix --unsafe-fixes` remembers the model that was loaded last, or lets a plain function without
parameters build the model once. It is unsafe because all requests share one model and a file that changes
on disk is no longer noticed, and in servers that fork workers after the import: TensorFlow must be
initialised in each worker. It is refused where the model is trained or changed, or kept by an object,
and in graph mode: there a model belongs to the graph and session of the thread that loaded it (tried on 1.15.5: with one thread per
request, the second request fails). Load it once with its graph and session, and predict inside
`with graph.as_default(), session.as_default():`.
Handlers that choose the model by request need a bounded cache instead.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL604/http_build_per_request`
- `programs/TL604/socket_load_per_request`

`tests/check/cases/tl604.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.check.cost import of_model
from tensorleak.check.events import Story
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.rules.base import Rule
from tensorleak.rules.tl401_model_built_in_loop import built_in
from tensorleak.rules.tl402_model_loaded_per_call import loaded_in, remedy_of


def check(story: Story) -> Iterator[Suspicion]:
    """Models that a request handler builds or loads."""
    for event in story.of("made", "loaded"):
        loop = built_in(event, story) if event.kind == "made" else loaded_in(event, story)
        if loop is not None and loop.kind == "handler":
            done = "built" if event.kind == "made" else "loaded"
            yield suspect(
                event,
                f"a model is {done} for every request",
                loop,
                fix=remedy_of(event, loop),
                each=of_model(event, loop),
            )


RULE = Rule(
    id="TL604",
    summary="A request handler builds or loads a model",
    check=check,
)
