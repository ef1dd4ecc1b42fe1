"""The line that drives growth which nothing is known to hold: the one that took, over whole rounds, just what stayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Dict, List, Optional, Tuple

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Location
from tensorleak_engine.model.facts import Fact, over
from tensorleak_engine.records import Balance, Frame
from tensorleak_engine.wording import amount

PIPELINE = "dataset_items"  # work of a pipeline of `tf.data`, which has threads of its own
AGAIN = 2  # times that a line must have been reached: one that was entered before drives nothing
Stack = Tuple[Frame, ...]  # the outermost first


@dataclass(frozen=True)
class Driver:
    """A line, and why it is taken to drive the growth."""

    location: Location
    fact: Fact


def driver(case: Case, per_unit: float) -> Driver | None:
    """The line that drives a growth of `per_unit` bytes per unit of work; None where no line, or more than one, may be the one.

    What a line takes is counted with what the functions that it calls take, give back, and let go of at their end. So the search
    goes down from the loop: as long as one line alone took as much as stayed, the next one is looked for in what it calls. A line that makes
    something temporary has a balance, too, and what gives it back has the opposite one: where several lines would do, the one that
    calls them is told.
    """
    balances = [one for one in case.recording.balances if _is_of_the_growth(case, one, per_unit)]
    if any(PIPELINE in one.w for one in balances):
        return None  # its threads take memory while whatever line is running
    rounds, grown = sum(one.rounds for one in balances), float(sum(one.grown for one in balances))
    if rounds < tolerances.BALANCED_ROUNDS or grown <= 0:
        return None
    taken, reached = _added_up(case, balances)
    found: Optional[Stack] = ()
    told: Stack = ()
    while found is not None:
        told = found if reached.get(found, 0) >= AGAIN else told
        found = _nearest(taken, found, grown)
    if not told:
        return None
    size = amount(taken[told])
    fact = (
        f"of {amount(grown)} that stayed in {rounds} rounds, {size} were taken while this line ran, and not given back"
    )
    return Driver(Location(*told[-1]), Fact(fact, over("balances", "memory in use", (one.t for one in balances))))


def _is_of_the_growth(case: Case, balance: Balance, per_unit: float) -> bool:
    """Whether memory grew in these rounds as it does in the whole run; believed where the main unit of work is not counted there."""
    done = balance.w.get(case.unit, 0)
    rate = balance.grown / done if done else per_unit
    return per_unit / tolerances.SAME_PACE <= rate <= per_unit * tolerances.SAME_PACE


def _added_up(case: Case, balances: List[Balance]) -> Tuple[Dict[Stack, float], Dict[Stack, int]]:
    """Bytes of each line with all that it calls, and how often it was reached."""
    taken: Dict[Stack, float] = {}
    reached: Dict[Stack, int] = {}
    for number, nbytes, times in (row for balance in balances for row in balance.rows):
        site = case.site(number)
        stack: Stack = tuple(reversed(site.frames)) if site is not None else ()
        reached[stack] = reached.get(stack, 0) + times
        for depth in range(1, len(stack) + 1):
            taken[stack[:depth]] = taken.get(stack[:depth], 0.0) + nbytes
    return taken, reached


def _nearest(taken: Dict[Stack, float], above: Stack, grown: float) -> Optional[Stack]:
    """The one line, of those that `above` calls, whose balance is as large as the growth; None where none is, or two are."""
    below = [stack for stack in taken if len(stack) == len(above) + 1 and stack[:-1] == above]
    ranked = sorted((abs(taken[stack] - grown) / grown, stack) for stack in below)
    if not ranked or ranked[0][0] > tolerances.BALANCED:
        return None
    rivals = [stack for distance, stack in ranked[1:] if distance <= max(tolerances.BALANCED, 2 * ranked[0][0])]
    return None if rivals else ranked[0][1]
