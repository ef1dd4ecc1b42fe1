"""Turns an owner of growth into a finding: its cause in words, the line to blame, what holds it, how fast it grows."""

from __future__ import annotations

from tensorleak_engine import tolerances
from tensorleak_engine.case import Case
from tensorleak_engine.causes import Cause, cause_of
from tensorleak_engine.entering import ADVICE, entered_by
from tensorleak_engine.model.diagnosis import Finding, Location, Rate, Verdict
from tensorleak_engine.model.facts import Fact, over
from tensorleak_engine.model.owner import CACHES, Owner
from tensorleak_engine.model.units import FALLBACKS, UNITS
from tensorleak_engine.wording import amount, count_words, in_number, plural

WORDS = {"graph": "graph operation"}  # of what an owner counts, where its kind is not the word for it
RARE = 0.5  # per unit of work: less is told in another way
MANY, WHOLE = 20, 0.1  # per unit of another kind of work: at most so many, and so near to a whole number


def finding(case: Case, owner: Owner) -> Finding | None:
    """The owner as a finding, or None when no cause explains it."""
    cause = cause_of(owner)
    if cause is None:
        return None
    location = locate(case, owner, cause)
    remedy, evidence, also = cause.remedy, owner.evidence, owner.also
    entered = entered_by(case, owner) if location is not None and not cause.put else None
    if entered is not None and location is not None:
        remedy = ADVICE.format(package=entered[1], function=location.function)
        told = f"no loop of the program is around it: {entered[1]} calls it at line {location.line} again and again"
        evidence += (
            Fact(told, over("tallies", "where the program is", (tally.t for tally in case.recording.tallies))),
        )
        also = (*also, location)
        location = entered[0]
    parts = [owner.location] if is_made_for(owner) and owner.location is not None else []
    holder = holder_words(owner)
    count = owner.count
    told, unit = pace(case, count)
    says = cause.says.format(
        count=told,
        unit=unit,
        holder=holder or "something",
        name=owner.name.split(":")[0] or "the function",
        argument=owner.argument or "an argument",
        constant_bytes=amount(owner.constant_bytes),
        bytes=amount(owner.nbytes or 0.0),
        kind=WORDS.get(owner.kind, owner.kind),
        things="tensors" if "recording" in owner.flags else f"{owner.kind}s",
        size=f"{owner.size:,.0f}",
    )
    where = f" at {location.file.rsplit('/', 1)[-1]}:{location.line}" if location else ""
    function = (
        f" in {location.function}()" if location and location.function and not location.function.startswith("<") else ""
    )
    return Finding(
        rule=cause.id,
        name=cause.name,
        verdict=owner.verdict,
        summary=f"{in_number(says)}{where}{function}",
        location=location,
        holder=holder,
        rate=Rate(round(owner.nbytes or 0.0, 1), round(count, 4), case.unit_word),
        confidence=confidence(case, owner),
        remedy=remedy,
        subject=owner.subject,
        evidence=tuple(fact.says for fact in evidence),
        records=tuple(dict.fromkeys(str(fact.records) for fact in evidence)),
        bound=owner.bound,
        path=tuple(owner.holder.path) if owner.holder else (),
        also=tuple(place for place in (*also, *parts) if place != location),
    )


def pace(case: Case, count: float) -> tuple[str, str]:
    """A rate so that a reader can check it: in another unit of work that it is whole in, or as one in so many units."""
    if count <= 0 or count >= RARE:
        return count_words(count), case.unit_word
    done = case.done(case.unit)
    for name in UNITS:
        times = case.done(name) if name not in FALLBACKS else 0.0
        per = count * done / times if times >= tolerances.MIN_JUDGED else 0.0
        if RARE <= per <= MANY and abs(per - round(per)) <= WHOLE * per:
            return count_words(per), UNITS[name]
    return (
        "1",
        f"{1 / count:.2g} {plural(case.unit_word)}" if count > 0.01 else f"{1 / count:,.0f} {plural(case.unit_word)}",
    )


def locate(case: Case, owner: Owner, cause: Cause) -> Location | None:
    """The line to blame: where the thing is made, or where it is put into what keeps it."""
    kept = cause.put or owner.kind in ("container", "graph") or is_made_for(owner)
    if kept and owner.adder is not None:
        inside = owner.adder.function == "<lambda>"  # the statement around it ran once
        return owner.adder if inside else case.reading.statement(owner.adder)
    if kept and owner.holder is not None:
        found = case.reading.addition(owner.holder)
        if found is not None:
            return found
    if owner.location is not None:
        return case.reading.statement(owner.location)
    return None


def is_made_for(owner: Owner) -> bool:
    """Whether it was made by a helper, or as part of an object, for the function that was seen to keep it: that function's line decides."""
    if owner.adder is None or owner.site is None:
        return False
    frames = [(file, function) for file, _, function in owner.site.frames if not function.startswith("<")]
    keeper = (owner.adder.file, owner.adder.function)
    in_constructor = owner.kind == "variable" and bool(frames) and frames[0][1] == "__init__"
    return in_constructor or (keeper in frames[1:] and frames[0] != keeper)


def holder_words(owner: Owner) -> str | None:
    """What holds the owner, in words."""
    if owner.holder is not None:
        return owner.holder.words
    if "pipeline" in owner.flags:
        return "TensorFlow's eager context, which keeps the functions of datasets"
    if "registered" in owner.flags:
        return "TensorFlow's gradient registry" + (", for a training step of Keras" if owner.library else "")
    return {
        "graph": "the graph itself: operations are never removed from a graph",
        "trace": f"the trace cache of {owner.name.split(':')[0]}()",
        "compiled": "XLA's compilation cache",
        **{cache: f"TensorFlow's {words}" for cache, words in CACHES.items()},
        "py_function": "TensorFlow's registry of Python callbacks",
        "tape": "the gradient tape",
        "buffer": "the shuffle buffer",
        "thread": "the running threads themselves",
    }.get(owner.kind)


def confidence(case: Case, owner: Owner) -> float:
    """How sure the cause is: exact counters over many units are surer than a few close looks."""
    if owner.verdict is not Verdict.LEAK:
        return 0.5
    if owner.kind == "container":
        return 0.9
    units = case.growth("process.rss", noise=8e6).units
    return 0.97 if units >= 50 else 0.85
