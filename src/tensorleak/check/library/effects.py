"""What a call does to the loops around it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tensorleak.check.values import Value
    from tensorleak.check.walk.interpreter import Interpreter


def works(run: Interpreter, session: bool = False, busy: bool = True, by: Value | None = None) -> None:
    """TensorFlow computes something here, in a session that is known (`by`) or is as old as can be."""
    run.worked += busy
    for loop in run.loops:
        loop.fetches = loop.fetches or (session and (by is None or loop not in by.born))
        loop.works = True
        loop.itself = loop.itself or (busy and not run.thread)
        loop.busy = loop.busy or busy
        loop.runs = loop.runs or session


def trains(run: Interpreter) -> None:
    """Weights change here."""
    for loop in run.loops:
        loop.trains = True


def differentiates(run: Interpreter) -> None:
    """Gradients are computed here."""
    for loop in run.loops:
        loop.gradients = True


def clears(run: Interpreter) -> None:
    """The default graph, or what Keras keeps, is thrown away here."""
    for loop in run.loops:
        loop.cleared = True


def closes(run: Interpreter) -> None:
    """Figures are closed here."""
    for loop in run.loops:
        loop.closed = True


def waits(run: Interpreter) -> None:
    """The rounds wait for somebody here: a semaphore, a free place."""
    for loop in run.loops:
        loop.paced = True
