"""Pass 6: asks every rule whether it explains an owner; the most specific one names the cause."""

from __future__ import annotations

from tensorleak.diagnose.case import Case
from tensorleak.diagnose.rounds import Rounds, rounds_of
from tensorleak.diagnose.source import addition, statement_start
from tensorleak.model.diagnosis import Finding, Location, Rate, Verdict
from tensorleak.model.owner import Owner
from tensorleak.report.words import amount, count_words, in_number
from tensorleak.rules import Rule, catalogue

CONTAINER_PLACED = ("TL303", "TL404", "TL405", "TL602")


def rule_for(owner: Owner) -> Rule | None:
    """The most specific rule that explains an owner."""
    matching = [rule for rule in catalogue() if rule.explains(owner)]
    return max(matching, key=lambda rule: rule.specificity) if matching else None


def finding(case: Case, owner: Owner) -> Finding | None:
    """The owner as a finding, or None when no rule knows it."""
    rule = rule_for(owner)
    if rule is None:
        return None
    location = locate(case, owner, rule)
    owner.location = location
    holder = holder_words(owner)
    count = owner.count
    says = rule.says.format(
        count=count_words(count),
        unit=case.unit_word,
        holder=holder or "something",
        name=owner.name.split(":")[0] or "the function",
        argument=owner.argument or "an argument",
        constant_bytes=amount(owner.constant_bytes),
        bytes=amount(owner.nbytes or 0.0),
        kind=owner.kind,
        things="tensors" if "recording" in owner.flags else f"{owner.kind}s",
        size=f"{owner.size:,.0f}",
    )
    where = f" at {location.file.rsplit('/', 1)[-1]}:{location.line}" if location else ""
    function = (
        f" in {location.function}()" if location and location.function and not location.function.startswith("<") else ""
    )
    return Finding(
        rule=rule.id,
        name=rule.name,
        verdict=owner.verdict,
        summary=f"{in_number(says)}{where}{function}",
        location=location,
        holder=holder,
        rate=Rate(round(owner.nbytes or 0.0, 1), round(count, 4), case.unit_word),
        confidence=confidence(case, owner),
        remedy=rule.remedy,
        subject=owner.subject,
        evidence=tuple(owner.evidence),
        path=tuple(owner.holder.path) if owner.holder else (),
        also=tuple(place for place in owner.also if place != location),
    )


def locate(case: Case, owner: Owner, rule: Rule) -> Location | None:
    """The line to blame: where the thing is made, or where it is put into what keeps it."""
    kept = owner.kind == "container" or rule.id in CONTAINER_PLACED
    if kept and owner.holder is not None:
        found = addition(owner.holder, user_files(case), rounds(case), case.recording.texts)
        if found is not None:
            return found
    if owner.location is not None:
        return statement_start(owner.location, case.recording.texts)
    return None


def user_files(case: Case) -> list[str]:
    """The source files of the user's frames, in the order they were met."""
    return list(dict.fromkeys(frame[0] for site in case.recording.sites.values() for frame in site.frames))


def rounds(case: Case) -> Rounds:
    """What repeats, by the stacks that were seen while the program was at work."""
    if case.rounds is None:
        sites = (case.site(tally.here) for tally in case.recording.tallies if tally.here is not None)
        stacks = dict.fromkeys(tuple(site.frames) for site in sites if site is not None)
        case.rounds = rounds_of(stacks, case.recording.texts.searched(user_files(case)))
    return case.rounds


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
