"""Pass 5b: growth that no owner accounts for: unexplained, and only when everything else was ruled out."""

from __future__ import annotations

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.driver import driver
from tensorleak_engine.evidence.births import made_in_rounds
from tensorleak_engine.evidence.late import late_work
from tensorleak_engine.growth import Trend
from tensorleak_engine.memory import Memory
from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.model.owner import CACHES, Owner, location_of
from tensorleak_engine.records import Look, Site
from tensorleak_engine.relations import is_small
from tensorleak_engine.wording import amount

LARGEST_BLOCK = 512  # bytes: what is larger, Python asks malloc for
ALONE = "no graph, trace, session, model, variable, container or callback grew with it"
LOADED = ("model", "graph", "func_graph", "function")  # what a load makes


def account(case: Case, memory: Memory, owners: list[Owner]) -> tuple[list[Owner], Owner | None]:
    """The owners, less those that only hint at native growth, and an owner of the rest that none of them accounts for."""
    told = without_hints(owners)
    growing = [owner for owner in owners if owner.verdict in (Verdict.LEAK, Verdict.GROWING) or owner.bound is not None]
    rest = _rest(case, memory, growing)
    if rest is None:
        return told, None
    nested = _weigh_nested(case, told, rest, memory.used.per_unit)
    return (nested, None) if nested else (told, _owner_of_rest(case, memory, growing, rest))


def _rest(case: Case, memory: Memory, owners: list[Owner]) -> float | None:
    """Bytes per unit of work that no owner accounts for; None where they are too few, or may be those of what nobody can weigh."""
    used = memory.used
    if used.trend is not Trend.GROWING or case.unit == "seconds":
        return None
    if any(not owner.weighed for owner in without_hints(owners)):
        return None  # what a trace, a graph or a model costs natively is theirs
    explained = sum(owner.host_bytes if owner.nbytes is not None else owner.weight for owner in owners)
    return used.per_unit - explained if explained <= (1 - tolerances.UNEXPLAINED_SHARE) * used.per_unit else None


def _owner_of_rest(case: Case, memory: Memory, owners: list[Owner], rest: float) -> Owner | None:
    """The unexplained rest as an owner of its own, when it is confirmed and large."""
    used = memory.used
    shaped = [owner for owner in owners if owner.kind == "shapes"]
    opaque = [owner for owner in owners if "opaque" in owner.flags]
    kept = opaque_contents(case, opaque, rest)
    if kept is not None and not released_meanwhile(case):
        return kept
    if memory.resident.trend is not Trend.GROWING or released_by_looking(case, memory):
        return None
    if used.total <= memory.notable:
        return None  # so much comes and goes without a cause that could be told
    if shaped and shaped[0].count >= (
        tolerances.SHAPES_PER_TENSOR if case.unit == "tensors" else tolerances.SHAPES_PER_UNIT
    ):
        return shaped[0].but(nbytes=rest, verdict=Verdict.LEAK)
    made = dropped_models(case, rest) or dropped_loads(case, rest)
    if made is not None:
        return made if _is_proven(case, memory) else made.but(verdict=Verdict.GROWING)
    driven = driver(case, used.per_unit)
    blocks = python_blocks(case, memory)
    native = Owner(
        "native" if blocks is None else "python",
        blocks or 0.0,
        nbytes=rest,
        location=driven.location if driven else None,
        verdict=Verdict.UNEXPLAINED if case.collections() else Verdict.GROWING,
        evidence=(
            case.sampled(
                "malloc.in_use" if blocks is None else "python.blocks",
                f"memory in use rose from {used.start / 1e6:.0f} to {used.end / 1e6:.0f} MB over {used.units:.0f} units of work, evenly"
                + (
                    ""
                    if blocks is None
                    else f", and so did the blocks that Python's own allocator has handed out, by {blocks:.0f} each"
                ),
            ),
            case.looked("live objects", ALONE),
            *((driven.fact,) if driven else ()),
        ),
    )
    return _kept_in_cache(case, memory, native) or native


def python_blocks(case: Case, memory: Memory) -> float | None:
    """Blocks of Python's own heap per unit of work, where most of the growth lies there: in objects, and not in what native code keeps.

    Python maps that heap itself, past malloc. So either malloc's count stays behind, or there are so many blocks that small ones are enough.
    """
    blocks, half = case.growth("python.blocks"), tolerances.IN_PYTHON * memory.used.per_unit
    if not blocks.growing or blocks.per_unit * LARGEST_BLOCK < half:
        return None
    counted = bool(case.series("malloc.in_use")) and case.growth("malloc.in_use").per_unit < half
    return blocks.per_unit if counted or blocks.per_unit * tolerances.BLOCK_BYTES >= half else None


def _kept_in_cache(case: Case, memory: Memory, native: Owner) -> Owner | None:
    """The same growth as that of a cache of TensorFlow's, where emptying it after the program's end freed most of it."""
    cache = max(CACHES, key=case.freed_with)
    freed = case.freed_with(cache)
    if freed < tolerances.SURVIVING_SHARE * memory.used.total:
        return None
    told = f"TensorFlow freed {amount(freed)} when it emptied its {CACHES[cache]} after the program's end"
    looks = [look for look in case.recording.looks if look.kind == "autopsy" and look.cache == cache]
    return native.but(kind=cache, verdict=Verdict.LEAK, evidence=[case.looked(f"the {CACHES[cache]}", told, looks)])


def without_hints(owners: list[Owner]) -> list[Owner]:
    """The owners less those that are innocent by themselves and only explain native growth."""
    return [owner for owner in owners if owner.kind != "shapes" and not is_small(owner)]


def _weigh_nested(case: Case, owners: list[Owner], rest: float, growth: float) -> list[Owner]:
    """Gives the rest to containers whose elements hold things in turn, if so much of it was seen there; no owners if not.

    Only some of what each element holds is looked at: its size is an estimate from below.
    """
    nested = [owner for owner in owners if "nested" in owner.flags and owner.verdict is Verdict.LEAK]
    seen = sum(owner.nbytes or 0.0 for owner in nested)
    if seen < tolerances.NESTED_SHARE * growth:
        return []
    more = case.sampled(
        "malloc.in_use", "each element holds more than was looked at: memory in use grew by that much more"
    )
    return [
        owner.but(nbytes=(owner.nbytes or 0.0) * (seen + rest) / seen, evidence=[more]) if owner in nested else owner
        for owner in owners
    ]


def opaque_contents(case: Case, opaque: list[Owner], rest: float) -> Owner | None:
    """The one container that grows with the work and whose elements come from an extension module: messages, images, handles.

    Python sees a few bytes of each; where several such containers grow, nobody knows whose the memory is.
    """
    growing = [owner for owner in opaque if owner.count >= tolerances.MADE_PER_UNIT]
    if len(growing) != 1:
        return None
    owner = growing[0]
    size = rest / owner.count
    why = "what they are is" if "hidden" in owner.flags else "their type is an extension module's, which keeps memory"
    told = (
        f"{why} out of Python's sight: the {size / 1e3:.1f} KB that memory in use grew by for each, and nothing else accounts "
        "for, are taken to be theirs"
    )
    return owner.but(nbytes=rest, size=int(owner.size + size), evidence=[case.sampled("malloc.in_use", told)])


def dropped_models(case: Case, rest: float) -> Owner | None:
    """Models that the program makes in every round and lets go of, while native memory stays behind.

    Dropped sessions, functions and datasets leave nothing behind (sessions measured on both lanes, the others on TF 2.21), so models are the only suspects.
    """
    units = case.growth("process.rss", noise=8e6).units
    made = made_in_rounds(case, ("model",))
    if made is None or not case.collections() or made[0] < tolerances.MADE_PER_UNIT * units:
        return None
    count, site = made
    told = f"{count:.0f} models were made in the judged stretch and let go of, yet memory in use grew by {rest * units / 1e6:.0f} MB"
    return _left_behind(case, site, count / late_work(case), rest, told)


def dropped_loads(case: Case, rest: float) -> Owner | None:
    """Models that are loaded now and then and let go of, where memory grows with the loads and not with the calls between them."""
    done, loads = case.done(case.unit), case.done("model_loads")
    made = made_in_rounds(case, LOADED, flag="loading")
    if made is None or not case.collections() or loads < tolerances.MADE_IN_ROUNDS or case.unit == "model_loads":
        return None
    if share_with(case, "model_loads") < tolerances.WITH_LOADS:
        return None
    each = rest * done / loads / 1e6
    told = f"memory in use grew with {loads:.0f} loads, by {each:.1f} MB each, and not with the work between them"
    return _left_behind(case, made[1], loads / done, rest, told)


def _left_behind(case: Case, site: Site | None, count: float, rest: float, told: str) -> Owner:
    """Models that were let go of as the owners of `rest` bytes per unit of work, `count` of them per unit."""
    return Owner(
        "model",
        count,
        nbytes=rest,
        site=site,
        location=location_of(site),
        flags=frozenset(site.flags if site else ()) | {"dropped"},
        evidence=(
            case.sampled("malloc.in_use", told),
            case.looked("memory after a collection", "a full collection did not bring it back", case.collections()),
        ),
    )


def share_with(case: Case, unit: str) -> float:
    """Share of the growth of memory in use that comes with one kind of work rather than with the main one, by least squares.

    0.0 where they cannot be told apart: the one is done in nearly all intervals between samples in which the other is.
    """
    timeline = case.timeline
    memory = timeline.gauges.get("malloc.in_use", [])
    start = max(len(timeline.times) - len(memory), int(tolerances.SETTLING_SHARE * len(timeline.times)))
    grown = _steps(memory[start - len(timeline.times) :])
    rare, main = (_steps(timeline.work.get(name, [])[start:]) for name in (unit, case.unit))
    apart = sum(done for done, seldom in zip(main, rare) if not seldom)
    both = _product(rare, main)
    determinant = _product(rare, rare) * _product(main, main) - both * both
    if apart < tolerances.APART * sum(main) or determinant <= 0 or sum(grown) <= 0:
        return 0.0
    per_rare = (_product(grown, rare) * _product(main, main) - _product(grown, main) * both) / determinant
    return per_rare * sum(rare) / sum(grown)


def _steps(values: list[float]) -> list[float]:
    return [later - earlier for earlier, later in zip(values, values[1:])]


def _product(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other))


def _is_proven(case: Case, memory: Memory) -> bool:
    """Whether two collections with work between them have shown that memory stays; a program that has ended has told all it can."""
    looks = case.collections()
    running = [look for look in looks if not look.final]
    told = [_released_between(case, memory, compared) for compared in (running, looks)]
    return case.recording.end is not None or False in told


def released_meanwhile(case: Case) -> bool:
    """Whether the last collection before the end freed half of what malloc had given out; at the end, much else is let go of."""
    running = [look for look in case.collections() if not look.final]
    in_use = case.series("malloc.in_use")
    if not running or not in_use:
        return False
    before, after = (state.get("malloc.in_use", 0.0) for state in (running[-1].before, running[-1].after))
    return before - after > tolerances.RELEASED_MEANWHILE * (before - in_use[0][1]) > 0


def released_by_looking(case: Case, memory: Memory) -> bool:
    """Whether collections and trims gave back most of what had grown.

    Two looks are compared with each other: what is left after the second beyond what was left after the first has
    survived. Looks while the program runs count before the one at its end, when the program has let go of its locals; but
    what is left even then has survived. A single look is compared with the start of the judged stretch.
    """
    looks = case.collections()
    running = [look for look in looks if not look.final]
    if not looks:
        return False
    if running and _went_with_locals(looks[-1], memory):
        looks = running
    for compared in (running, looks):
        released = _released_between(case, memory, compared)
        if released is not None and (compared is running or len(running) < 2 or not released):
            return released
    last = (running if len(running) >= 2 else looks)[-1]
    given, kept = (state.get("malloc.in_use", 0.0) - memory.used.start for state in (last.before, last.after))
    if given >= tolerances.TESTED_SHARE * memory.used.total and kept >= tolerances.SURVIVING_SHARE * given:
        return False  # malloc's own count of what is in use did not fall: a trim returned pages that were free already
    grown = last.before.get("process.rss", 0.0) - memory.resident.start
    left = last.trimmed.get("process.rss", 0.0) - memory.resident.start
    if grown < tolerances.TESTED_SHARE * memory.used.total:
        return False  # taken before most of it had come, or when it had gone by itself: that says nothing
    return left < tolerances.SURVIVING_SHARE * grown


def _went_with_locals(final: Look, memory: Memory) -> bool:
    """Whether most of what had grown was gone before the collection at the end: it says nothing of what the loop held."""
    grown = memory.used.end - memory.used.start
    before = final.before.get("malloc.in_use", memory.used.end) - memory.used.start
    return final.final and grown > 0 and before < tolerances.SURVIVING_SHARE * grown


def _released_between(case: Case, memory: Memory, looks: list[Look]) -> bool | None:
    """Whether most of what grew between the first and the last look was given back; None where too little work lies between."""
    if len(looks) < 2:
        return None
    first, last = looks[0], looks[-1]
    units = case.timeline.work_at(case.unit, last.t) - case.timeline.work_at(case.unit, first.t)
    if units <= tolerances.BETWEEN_LOOKS * memory.used.units:
        return None
    if _freed_by_collector(first, last, memory.used.per_unit * units):
        return True
    if last.before.get("process.rss", 0.0) - first.trimmed.get("process.rss", 0.0) < 0:
        return None  # what had grown was gone before anybody looked: with a loop that was over, not by a collection
    left = last.trimmed.get("process.rss", 0.0) - first.trimmed.get("process.rss", 0.0)
    return left < tolerances.LEFT_SHARE * memory.used.per_unit * units


def _freed_by_collector(first: Look, last: Look, growth: float) -> bool:
    """Whether malloc had given out a good part of the growth between two looks, and the second collection returned it.

    Resident memory may stay higher: pages that Python's own allocator holds for a few scattered objects are no leak.
    """
    given = last.before.get("malloc.in_use", 0.0) - first.after.get("malloc.in_use", 0.0)
    left = last.after.get("malloc.in_use", 0.0) - first.after.get("malloc.in_use", 0.0)
    return given > tolerances.GIVEN_SHARE * growth and left < tolerances.LEFT_SHARE * given
