"""The solver: of all that grows, what is a cause, what only follows from one, and what is nothing.

Suspects are proposed from the facts. Then relations are applied, in the order of their table: a mark tells suspects more about each other, a
refutation strikes one out, a bond lets a cause absorb what it brings along. Nothing disappears silently: every step is written down.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Callable, Iterable, List, Sequence, Tuple, Union

from tensorleak_engine.case import Case
from tensorleak_engine.model.diagnosis import Considered, Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.signs import Sign

Owners = List[Owner]


def always(case: Case, wholes: Sequence[Owner], part: Owner) -> bool:
    """For bonds that need no more than their signs."""
    return True


@dataclass(frozen=True)
class Mark:
    """Tells suspects more about each other: what they come from, what holds them. May propose one that follows from several."""

    says: str
    apply: Callable[[Case, Owners], Iterable[Owner]]


@dataclass(frozen=True)
class Refutation:
    """Strikes out a suspect of these signs where the facts speak against it."""

    says: str
    signs: Tuple[Sign, ...]
    holds: Callable[[Case, Owner, Owners], bool]


@dataclass(frozen=True)
class Bond:
    """A whole brings its parts along: they are consequences, and what they weigh and show is the whole's.

    `wholes` need not be confirmed where `suspected` says which verdicts are enough. `gives` names what a part hands over to its wholes:
    "bytes", "evidence", "holder".
    """

    says: str
    wholes: Tuple[Sign, ...]
    parts: Tuple[Sign, ...]
    when: Callable[[Case, Sequence[Owner], Owner], bool] = always
    gives: Tuple[str, ...] = ()
    suspected: Tuple[Verdict, ...] = (Verdict.LEAK,)
    each: bool = False  # whether a whole is one only of parts that `when` accepts for it alone


Relation = Union[Mark, Refutation, Bond]


@dataclass
class Solution:
    """What is left, and what became of the rest."""

    causes: Owners
    considered: List[Considered]


def solve(case: Case, suspects: Owners, relations: Iterable[Relation]) -> Solution:
    """The suspects that are causes."""
    solution = Solution(suspects, [])
    for relation in relations:
        if isinstance(relation, Mark):
            solution.causes = list(relation.apply(case, solution.causes))
        elif isinstance(relation, Refutation):
            _refute(case, solution, relation)
        else:
            _absorb(case, solution, relation)
    return solution


def _fits(owner: Owner, signs: Tuple[Sign, ...]) -> bool:
    return any(sign.fits(owner) for sign in signs)


def _refute(case: Case, solution: Solution, refutation: Refutation) -> None:
    owners, kept = solution.causes, []
    for owner in owners:
        if _fits(owner, refutation.signs) and refutation.holds(case, owner, owners):
            solution.considered.append(considered(owner, "refuted", refutation.says))
        else:
            kept.append(owner)
    solution.causes = kept


def _absorb(case: Case, solution: Solution, bond: Bond) -> None:
    owners, absorbed = list(solution.causes), set()
    able = [index for index, one in enumerate(owners) if one.verdict in bond.suspected and _fits(one, bond.wholes)]
    for index in range(len(owners)):
        part = owners[index]
        wholes = [whole for whole in able if whole != index]
        if bond.each:
            wholes = [whole for whole in wholes if bond.when(case, [owners[whole]], part)]
        if not wholes or not _fits(part, bond.parts):
            continue
        if not bond.each and not bond.when(case, [owners[whole] for whole in wholes], part):
            continue
        for whole in wholes:
            owners[whole] = _given(part, owners[whole], bond.gives, len(wholes))
        absorbed.add(index)
        solution.considered.append(considered(part, "absorbed", bond.says))
    solution.causes = [owner for index, owner in enumerate(owners) if index not in absorbed]


def _given(part: Owner, whole: Owner, gives: Tuple[str, ...], wholes: int) -> Owner:
    """One of a part's wholes with what the part hands over to it."""
    if "bytes" in gives and part.nbytes:
        whole = whole.but(nbytes=(whole.nbytes or 0.0) + part.nbytes / wholes)
    if "holder" in gives and whole.holder is None:
        held = {"holder": part.holder, "container": part.container, "adder": part.adder}
        whole = whole.but(verdict=Verdict.LEAK, evidence=part.evidence, **held)
    return whole.but(evidence=part.evidence) if "evidence" in gives else whole


def considered(owner: Owner, outcome: str, why: str) -> Considered:
    """One suspect and what became of it."""
    held = owner.holder.words if owner.holder is not None else owner.name
    return Considered(owner.kind, held, owner.location, owner.count, outcome, why)
