"""Exceptions that the program raises itself: the frames that they leave, the handlers that they come to, and what they keep.

What goes wrong in a library goes wrong once, as far as anybody knows. What the program raises, it expects: a handler for that
runs again and again, as the branch that raises does. An exception that is kept keeps the frames through which it came.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple

from tensorleak.check.module import Class
from tensorleak.check.syntax import last_name
from tensorleak.check.values import Value
from tensorleak.check.walk.classes import base_name, line_of
from tensorleak.check.walk.frame import Frame

if TYPE_CHECKING:
    from tensorleak.check.walk.interpreter import Interpreter

UNEXPECTED = frozenset(("NotImplementedError", "SystemExit", "KeyboardInterrupt", "StopIteration", "AssertionError"))
FAILING = 0.1  # share of the rounds that raise: a guess, on which only the bytes of a finding depend


class Failure(NamedTuple):
    """An exception that the program raises: the names of its class and of those above it, its cause, the frames that it left."""

    names: frozenset[str]
    node: ast.Raise
    value: Value
    cause: Value | None
    frames: tuple[Frame, ...]  # from where it is raised outwards


def note_raised(run: Interpreter, node: ast.Raise) -> None:
    """Remembers what a `raise` raises; a bare one, and one of what was caught, raises again what the handler has caught."""
    value = run.evaluate(node.exc)
    cause = run.evaluate(node.cause) if node.cause is not None else None
    frame = run.frame
    if node.exc is None or value.kind == "exception":
        pass_on(frame, frame.caught)
        return
    names = names_of(run, value, node.exc)
    if names:
        pass_on(frame, [Failure(names, node, value, cause, (frame,))])


def pass_on(frame: Frame, failures: Iterable[Failure]) -> None:
    """Lets exceptions come to a frame, each `raise` of a running function but once."""
    for failure in failures:
        whole = failure if frame in failure.frames else failure._replace(frames=(*failure.frames, frame))
        frame.raised[id(failure.node), id(failure.frames[0])] = whole


def names_of(run: Interpreter, value: Value, node: ast.expr) -> frozenset[str]:
    """The names by which a handler may catch what is raised: nothing for what no handler is written for, or nobody knows."""
    if isinstance(value.target, Class):
        own = {one.name for one in line_of(run, value.target)}
        return frozenset(own) | derived(base_name(run, value.target).rpartition(".")[2] or "Exception")
    made_by = node.func if isinstance(node, ast.Call) else node
    name = last_name(made_by)
    known = hasattr(builtins, name) or run.frame.module.dotted_name(made_by)
    return derived(name) if known and name not in UNEXPECTED else frozenset()


def derived(name: str) -> frozenset[str]:
    """The names of an exception of the language and those that it derives from; a library's derives from `Exception`."""
    found = getattr(builtins, name, Exception)
    if not (isinstance(found, type) and issubclass(found, Exception)):
        return frozenset()
    return frozenset((name, *(one.__name__ for one in found.__mro__ if issubclass(one, BaseException))))


def caught_by(handler: ast.ExceptHandler, failures: Iterable[Failure]) -> list[Failure]:
    """Those exceptions that a handler takes."""
    if handler.type is None:
        return list(failures)
    types = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    asked = {last_name(one) for one in types}
    return [failure for failure in failures if not asked.isdisjoint(failure.names)]


def bound_by(run: Interpreter, handler: ast.ExceptHandler, caught: list[Failure]) -> Value:
    """What `except … as error` binds: an exception that holds the frames from here down to where it was raised."""
    value = Value("exception", handler.name or "", born=run.loops, place=run.place(handler))
    frames = {id(frame): frame for failure in caught for frame in failure.frames}
    value.items = [frame.held() for frame in frames.values() if frame.function != "<module>"]
    value.attrs = {}
    for failure in caught:
        value.attrs.update(failure.value.attrs or {})
        if failure.cause is not None:
            value.attrs["__cause__"] = failure.cause
    return value
