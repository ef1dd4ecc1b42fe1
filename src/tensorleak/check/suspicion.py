"""What a rule says of a place in a story; the engine makes a finding of it."""

from __future__ import annotations

from dataclasses import dataclass

from tensorleak.check.cost import MOST, rounds
from tensorleak.check.events import Event
from tensorleak.check.finding import Severity
from tensorleak.check.values import Loop, Place


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
    return Suspicion(place or event.place, said, loop, state.calls, subject, severity, fix, each, times, state.entry)
