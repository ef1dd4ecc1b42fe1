"""What happens in a program, as far as leaks are concerned: the interpreter tells it, the rules read it."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tensorleak.check.ownership import owners_of
from tensorleak.check.reading import PASSED
from tensorleak.check.releases import is_released
from tensorleak.check.syntax import last_name
from tensorleak.check.values import MANY, SOME, Loop, Place, Value, within

if TYPE_CHECKING:
    from tensorleak.check.module import Module

MAKERS = ("<module>", "__init__", "__new__", "__post_init__", "on_train_begin", "main", "begin", "setup", "build")


@dataclass(frozen=True)
class Guard:
    """A condition around a place: one that holds once (`is None`), or once per key (`key not in table`)."""

    once: bool
    key: Value | None = None
    depth: int = 0  # how many loops were open where it stands
    base: int = 0  # the loops below this one it says nothing about
    container: Value | None = None  # the one that it says something about; None: all that happens behind it

    def lets_repeat(self, loop: Loop) -> bool:
        """Whether what it guards may still happen in every round of `loop`."""
        return not self.once and self.key is not None and is_new(self.key, loop)


def is_new(key: Value, loop: Loop) -> bool:
    """Whether a key differs from round to round: a value that changes, or an object that each round makes."""
    return loop in key.varies or (key.kind == "instance" and loop in key.born)


@dataclass(frozen=True)
class State:
    """The circumstances of an event."""

    loops: tuple[Loop, ...]
    mode: str
    graph: tuple[Loop, ...]  # the loops that were open when the graph was made that operations go to
    guards: tuple[Guard, ...]
    thread: bool
    traced: bool
    calls: tuple[Place, ...]
    entry: str = ""  # the function that nothing in the file calls and in which the way here begins
    share: float = 1.0  # of the rounds that come here: a tenth below `if step % 10 == 0:`
    skipped: bool = False  # some rounds do not come here, since what stands above has raised what somebody catches
    chosen: bool = False  # this is a method of one of several classes, of which a configuration chooses


@dataclass
class Event:
    """One thing that happens, at a place, in some circumstances."""

    kind: str  # op, made, kept, call, memo, tape loop, configured
    place: Place
    state: State
    name: str = ""
    value: Value | None = None  # what is made; the container that keeps; the function that is called
    element: Value | None = None  # what is kept
    arguments: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    key: Value | None = None

    def repeats(self, least: int = SOME) -> Loop | None:
        """The innermost loop, of at least this size, in whose every round this happens."""
        for loop in reversed(self.state.loops):
            if loop.size >= least and self.unguarded(loop):
                return loop
        return None

    def remade(self, loop: Loop) -> bool:
        """Whether the function that is called, or its object, is itself new in every round: nothing is traced *again*."""
        if self.value is None:
            return False
        owners = self.value.items or ()
        return loop in self.value.born or any(loop in owner.born for owner in owners)

    def unguarded(self, loop: Loop) -> bool:
        """Whether no condition between the loop and this place makes it a one-time affair."""
        return all(guard.lets_repeat(loop) for guard in self.guards_in(loop))

    def once_per_key(self, loop: Loop) -> bool:
        """Whether a condition between the loop and this place lets it happen for every key but once."""
        return any(not guard.once for guard in self.guards_in(loop))

    def guards_in(self, loop: Loop) -> list[Guard]:
        """The conditions between a loop and this place."""
        depth = self.state.loops.index(loop)
        return [guard for guard in self.state.guards if guard.base <= depth < guard.depth and self.concerns(guard)]

    def concerns(self, guard: Guard) -> bool:
        """Whether a condition has to do with this event."""
        return guard.container is None or guard.container is self.value


@dataclass
class Story:
    """All events of one root file, in the order in which they would happen."""

    module: object
    events: list[Event] = field(default_factory=list)
    loops: list[Loop] = field(default_factory=list)
    lookups: bool = False  # the program makes layers that keep a table outside Python's reach
    unused: set[int] = field(default_factory=set)  # addresses of expressions of which nobody takes the value
    objects: dict[int, Value] = field(
        default_factory=dict
    )  # by the address of a call: the object of the project that it makes
    begun: bool = False  # a tensor was made, so TensorFlow has initialised its devices

    def of(self, *kinds: str) -> list[Event]:
        """The events of some kinds."""
        return [event for event in self.events if event.kind in kinds]


def accumulates(event: Event, least: int = SOME, product: bool = False) -> Loop | None:
    """The loop in which a container that outlives it takes in something every round, without losing anything.

    With `product`, also where the container may be what the loop is for.
    """
    container = event.value
    if container is None or container.bounded or event.kind != "kept" or not event.state.loops:
        return None
    module = event.place.module
    name = container.name
    product = product or is_never_wanted(event)
    if name and is_shrunk(container, event):
        return None
    local = (is_local(event) or still_runs(event)) and container.kind != "queue"
    if container.place is not None and not (lasting_maker(container.place) or container.enclosed or local):
        return None  # whatever made it may make it again
    remade = any(loop in event.state.loops for loop in container.born)  # those that are over make no other one
    if local and remade:
        return None  # one episode's
    for loop in reversed(event.state.loops):
        if loop in container.born or (loop.kind == "calls" and not product):
            return None
        if local and not product and module.wants(container, loop, linked(event)):
            return None  # the loop's product
        if remade and not is_endless(loop):
            continue  # made anew in the rounds of an outer loop: one episode's
        needed = MANY if local else least
        runs = lasts(loop) or (container.kind == "queue" and loop.works)  # whoever produces need not use what it makes
        runs = runs or ((product or container.kind == "queue") and waits_for(loop))
        if loop.size >= needed and event.unguarded(loop) and fresh_key(event, loop) and runs:
            return loop
    return None


def is_never_wanted(event: Event) -> bool:
    """Whether nobody wants a container for what is in it: a registry, or a chain, of which only the newest link is looked at."""
    return event.name == "chain" or (event.value is not None and "registry" in event.value.options)


def is_structure(event: Event, loop: Loop, story: Story) -> bool:
    """Whether a place belongs to an object which a loop of limited length makes to keep it: a network for each agent."""
    if not is_limited(loop):
        return False
    made = (story.objects.get(id(call.node)) for call in event.state.calls if within(loop, call))
    return any(value is not None and value.kept for value in made)


def is_limited(loop: Loop) -> bool:
    """Whether a loop goes over something and then ends."""
    return loop.kind == "loop" and not isinstance(loop.node, ast.While)


def is_shrunk(container: Value, event: Event) -> bool:
    """Whether anything is taken out of a container of this name, in the module that fills it or in the one that made it."""
    called = {container.name, *("self", "data") * ("own" in container.options)}
    if container.kind == "queue" and "holder" in container.options:
        called.add(str(container.options["holder"]))  # a table of queues: each goes with whom it was for
    modules = {event.place.module, *((container.place.module,) if container.place is not None else ())}
    owners = owners_of(container)
    return any(is_released(name, one, event.state.calls, owners) for one in modules for name in called)


def lasting_maker(place: Place) -> bool:
    """Whether a container is made once: at the top of a module, or when its object is made."""
    return place.function in MAKERS or isinstance(place.node, ast.Call)


def is_local(event: Event) -> bool:
    """Whether a container is made in the function that fills it."""
    made = event.value.place if event.value else None
    return made is not None and made.module is event.place.module and made.function == event.place.function


def still_runs(event: Event) -> bool:
    """Whether the function that made the container is waiting for the one that fills it."""
    made = event.value.place if event.value else None
    if made is None or made.function in ("<module>", "__init__"):
        return False
    return any(call.module is made.module and call.function == made.function for call in event.state.calls)


def lasts(loop: Loop) -> bool:
    """Whether a loop is one that runs, not one that builds something."""
    return loop.busy or is_endless(loop) or loop.kind in ("handler", "callback")


def waits_for(loop: Loop) -> bool:
    """`while camera.isOpened():`, which somebody else ends."""
    test = loop.node.test if isinstance(loop.node, ast.While) else None
    test = test.operand if isinstance(test, ast.UnaryOp) else test
    return isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute)


def is_endless(loop: Loop) -> bool:
    """`while True:`"""
    return isinstance(loop.node, ast.While) and isinstance(loop.node.test, ast.Constant)


def fresh_key(event: Event, loop: Loop) -> bool:
    """Whether a dictionary gets a new key every round; a list always grows."""
    return event.key is None or is_new(event.key, loop)


def linked(event: Event) -> int:
    """How often a name is handed on in the very line that gives it a longer chain: that is no use of the chain."""
    if event.name != "link" or event.value is None:
        return 0
    module, line, name = event.place.module, getattr(event.place.node, "lineno", 0), event.value.name
    given = list(module.given.get(name, ())).count(line)
    return sum(1 for how, where in module.uses.get(name, ()) if how == PASSED and where == line) - given


def wanted_whole(event: Event, loop: Loop) -> bool:
    """Whether the container is the loop's product: joined, returned, or gone through later."""
    container = event.value
    if container is None or not container.name or is_never_wanted(event):
        return False
    modules = {event.place.module} | ({container.place.module} if container.place else set())
    return any(module.wants(container, loop, handed_on(event, module) + linked(event)) for module in modules)


def handed_on(event: Event, module: Module) -> int:
    """How many calls hand the container to the function that fills it: they are no use of it."""
    name = event.value.name if event.value else ""
    calls = {id(call.node): call.node for call in event.state.calls if call.module is module}
    given = (part for node in calls.values() if isinstance(node, ast.Call) for part in node.args)
    return sum(1 for part in given if isinstance(part, ast.Name | ast.Attribute) and last_name(part) == name)
