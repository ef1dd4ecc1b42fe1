r"""Python objects are kept from every round.

## What it does

Finds a container of the program that keeps ordinary Python objects from every round: log lines, request
bodies, dicts with a step's figures. Close looks name the container and the line that adds to it. Where Python's own heap grows
with the work and no name that was followed leads to what fills it (an iterator at work, a parser, an extension), the finding is called
`python-heap-grows`, and the verdict is `unexplained`.

`tensorleak check` hints at the line that adds anything at all, numbers included, to a container in every
round of a long loop, when the container outlives the loop and nothing takes elements out of it; so it does of a text or a buffer in
memory (`io.BytesIO`) that is an attribute, is added to and never begins anew. It warns of
a figure of matplotlib that is opened in every round and never closed: pyplot keeps it.

## Why it grows

The objects have nothing to do with TensorFlow, but they fill the same memory. An audit dict keyed by
request, or a journal that is only read at its end, is never cleared.

## Example

```python
journal = []
for step, batch in enumerate(batches):
    loss, gradient = train_step(batch)
    journal.append({"step": step, "loss": float(loss), "gradient": gradient.numpy().tolist()})
```

## Use instead

```python
with open("journal.jsonl", "w") as journal:
    for step, batch in enumerate(batches):
        loss, gradient = train_step(batch)
        norm = float(tf.norm(gradient))
        journal.write(json.dumps({"step": step, "loss": float(loss), "norm": norm}) + "\n")
```

## Known limits

Only containers that are reached from the program's own names are blamed; those inside libraries are not.
The same few objects added again and again cost only pointers and are left out, and so is growth below 256
bytes per unit of work. Sizes are estimated from the newest elements. What extension modules keep for an
element (protocol buffers, images, database rows) is out of Python's sight: where one container of such
elements grows with the work and nothing else explains the native growth, it is taken to be theirs.

The check is silent where the container is emptied or cut anywhere in its file, or as an attribute of that name in
any file that the program imports, on a list
that a function makes for itself and uses in the end, unless the loop may take 100,000 rounds and more, on tables
that are looked up before they are filled, and on loops of unknown length over data. A camera is read without end. Of a method that nothing
calls it assumes many calls when it computes with TensorFlow and adds to a container of its object; another
program may well cut that one. Of figures it says nothing where a round closes or shows one, and in notebooks.

## Fix safety

There is no automatic fix. A bound is unsafe when code reads entries that
are older than the bound. Writing to disk changes what happens when the program fails half-way, and slows
down steps that write much.

## Evidence

`make quality` runs the leaking and the fixed form of each of these programs:

- `programs/TL901/audit_log`
- `programs/TL901/request_audit`
- `programs/TL901/step_records`
- `programs/TL901/step_timings`
- `programs/TL901/stream_transcript`

`tests/check/cases/tl901.py` holds small programs that `tensorleak check` must find, and others that it
must leave alone.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tensorleak.check.cost import FIGURE, rounds, weight
from tensorleak.check.events import Event, Story, accumulates, is_endless, is_local, lasts, still_runs
from tensorleak.check.finding import Severity
from tensorleak.check.releases import is_cut
from tensorleak.check.suspicion import Suspicion, suspect
from tensorleak.check.syntax import last_name
from tensorleak.check.values import MANY, SOME, Loop, inside
from tensorleak.rules.base import Rule

# Rounds after which even a list of plain numbers is megabytes: in a shorter loop, what is used in the end is its result.
LONG = 100_000
COUNTING = ("range", "count", "repeat", "cycle")  # what counts steps, or never ends
OF_OTHER_RULES = frozenset("session model variable traced tape dataset iterator thread".split())


def check(story: Story) -> Iterator[Suspicion]:
    """Anything that a container, which outlives the loop, collects in every round, and figures that nobody closes."""
    yield from kept(story)
    yield from figures(story)


def kept(story: Story) -> Iterator[Suspicion]:
    """Hints only: what one element costs is not known, and mostly it is little."""
    modules = list(story.events[0].place.module.project.modules()) if story.events else []
    for event in story.of("kept"):
        loop = accumulates(event, MANY, product=True)
        container = event.value
        if loop is None or container is None or container.kind == "queue" or event.name == "chain":
            continue
        if is_attribute(event) and is_cut(container, modules):
            continue  # by a file that is read along, though not on the way to here
        if is_result(event, loop) or is_few_keys(event, loop) or is_begun_anew(event) or is_more(event, loop):
            continue
        yield suspect(
            event,
            f"`{container.name}` gets an element in every round and loses none",
            loop,
            subject=container.name,
            severity=Severity.INFO,
            each=weight(event.element),
        )


def is_attribute(event: Event) -> bool:
    """Whether any file that has the object can reach its container; a name of a function or a module is that of its file alone."""
    made = event.value.place if event.value is not None else None
    return made is None or not (is_local(event) or made.function == "<module>")


def is_result(event: Event, loop: Loop) -> bool:
    """True for a list of the function's own in a loop of few rounds, or that is used in the end, as losses are that are plotted."""
    if not (is_local(event) or still_runs(event)) or is_filmed(loop):
        return False
    few = rounds(event, loop) < LONG
    if loop.count is not None:
        return few
    if isinstance(loop.node, ast.For) and few:
        return is_read(event)
    return is_used_after(event, loop) and (few or not is_stepping(event.state.loops[0]))


def is_filmed(loop: Loop) -> bool:
    """`while camera.isOpened():`, which goes on for as long as there are pictures."""
    test = loop.node.test if isinstance(loop.node, ast.While) else None
    return isinstance(test, ast.Call) and last_name(test.func) == "isOpened"


def is_used_after(event: Event, loop: Loop) -> bool:
    """Whether the container is used where the rounds of the loop are over."""
    return event.value is not None and event.place.module.is_used_after(event.value.name, loop)


def is_read(event: Event) -> bool:
    """Whether anything is ever done with a container but adding to it."""
    return event.value is None or event.value.name in event.place.module.read


def is_stepping(loop: Loop) -> bool:
    """Whether a loop counts steps or goes on by itself; one over data ends with them."""
    if not isinstance(loop.node, ast.For):
        return True
    calls = (part for part in ast.walk(loop.node.iter) if isinstance(part, ast.Call))
    return any(last_name(call.func).endswith(COUNTING) for call in calls)  # also within `tqdm(...)`


def is_few_keys(event: Event, loop: Loop) -> bool:
    """True for a table that is looked up before it is filled: by keys that come again, unless the loop never ends."""
    return event.once_per_key(loop) and not is_endless(loop)


def is_more(event: Event, loop: Loop) -> bool:
    """True for what rules of its own are about, wherever they speak of it; what an attribute of a model from before refers to is no more than that."""
    parts = inside(event.element) if event.element else []
    older = {id(part) for one in parts if one.kind == "bound" for part in one.items or () if loop not in part.born}
    return any(value.kind in OF_OTHER_RULES and id(value) not in older for value in parts)


def is_begun_anew(event: Event) -> bool:
    """True for the list of a callback that every training begins anew."""
    made = event.value.place if event.value is not None else None
    return made is not None and made.function.startswith("on_")


def figures(story: Story) -> Iterator[Suspicion]:
    """Figures that pyplot opens in every round, where no round closes one."""
    for event in story.of("figure"):
        loop = event.repeats(SOME)
        if loop is None or not (loop.size >= MANY or lasts(loop)) or event.place.module.source.cells is not None:
            continue  # a notebook closes its figures itself
        if not any(outer.closed for outer in event.state.loops):
            yield suspect(
                event,
                "a figure is opened in every round, and pyplot keeps it until `plt.close(figure)`",
                loop,
                subject="pyplot",
                each=FIGURE,
            )


RULE = Rule(
    id="TL901",
    summary="Python objects are kept from every round",
    check=check,
)
