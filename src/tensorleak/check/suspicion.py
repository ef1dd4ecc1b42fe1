"""What a rule says of a place in a story; the engine makes a finding of it."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from tensorleak.check.cost import MOST, rounds
from tensorleak.check.events import Event, is_endless
from tensorleak.check.finding import Severity
from tensorleak.check.syntax import last_name
from tensorleak.check.values import MANY, SOME, Loop, Place


@dataclass(frozen=True)
class Suspicion:
    """A place, what is wrong with it, and the loop that makes it repeat."""

    place: Place
    summary: str
    loop: Loop | None = None
    calls: tuple[Place, ...] = ()
    subject: str = ""
    severity: Severity = Severity.WARNING
    fix: str | None = None
    each: float | None = None  # bytes that one round leaves behind, where more is known than the rule's own figure
    times: float = MOST  # how often it may plausibly happen
    entry: str = ""  # the function that nothing in the file calls and in which the way there begins


def may_be_full(event: Event, loop: Loop) -> bool:
    """Whether a table is looked up before it is filled, for a known number of rounds: the keys may come again, and be few."""
    return event.once_per_key(loop) and loop.kind == "loop" and not is_endless(loop)


def is_bounded(event: Event, loop: Loop) -> bool:
    """Whether a table gets no more keys than there are numbers to draw from, or elements in what its program was given."""
    return (event.key is not None and "bounded" in event.key.options) or is_registry(event, loop)


def is_registry(event: Event, loop: Loop) -> bool:
    """`for name in self.names: self.agents[name] = Agent()`, once: as large as the collection, of which nothing tells that it is large."""
    key = event.place.node.slice if isinstance(event.place.node, ast.Subscript) else None
    if not isinstance(key, ast.Name) or not isinstance(loop.node, ast.For) or loop.size >= MANY:
        return False
    own = {part.id for part in ast.walk(loop.node.target) if isinstance(part, ast.Name)}
    alone = all(one is loop or one.size < SOME for one in event.state.loops)
    return key.id in own and alone and is_given(loop.node.iter)


def is_given(node: ast.expr) -> bool:
    """Whether a loop goes over a collection that somebody gave the program: a name or an attribute, not what calls give, data or files."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in VIEWS:
        node = node.func.value
    elif isinstance(node, ast.Call) and last_name(node.func) in AROUND and node.args:
        node = node.args[0]
    return isinstance(node, ast.Name | ast.Attribute) and not LARGE.search(last_name(node))


VIEWS = frozenset(("items", "keys"))
AROUND = frozenset(("sorted", "list", "set", "tuple", "enumerate"))
LARGE = re.compile(
    r"(data|files|paths|images|pictures|rows|records|lines|documents|texts|words|batch\w*|samples|examples|events|messages|requests|users|"
    r"customers|ids|queue|stream|frames|steps|episodes|entries|queries|jobs|tasks|urls)$",
    re.IGNORECASE,
)


def suspect(
    event: Event,
    summary: str,
    loop: Loop | None = None,
    *,
    place: Place | None = None,
    subject: str = "",
    severity: Severity = Severity.WARNING,
    fix: str | None = None,
    each: float | None = None,
) -> Suspicion:
    """A suspicion that an event raises: at its own place, or where the thing was made."""
    said = summary.replace("``", "a container")  # one without a name, as a value of a table is
    times = rounds(event, loop)
    state = event.state
    kept = event.kind == "kept" and loop is not None
    if state.chosen or (kept and loop is not None and (may_be_full(event, loop) or is_bounded(event, loop))):
        severity = Severity.INFO
    return Suspicion(place or event.place, said, loop, state.calls, subject, severity, fix, each, times, state.entry)
