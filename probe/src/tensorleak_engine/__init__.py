"""Diagnosis: a pure function from a recording to a verdict, findings and a ledger, as a list of small passes."""

from __future__ import annotations

from dataclasses import replace

from tensorleak_engine import earlier, evidence, known, reading, seen, texts, timeline
from tensorleak_engine.case import Case
from tensorleak_engine.devices import device_owner, measure_devices, place
from tensorleak_engine.findings import finding as finding_of
from tensorleak_engine.memory import Memory, ledger, measure, share_out, summarise
from tensorleak_engine.model.diagnosis import Considered, Diagnosis, Finding, Verdict
from tensorleak_engine.model.owner import Owner
from tensorleak_engine.model.units import FALLBACKS
from tensorleak_engine.native import account
from tensorleak_engine.recording import Recording
from tensorleak_engine.relations import RELATIONS
from tensorleak_engine.solve import solve
from tensorleak_engine.spread import added, with_intervals
from tensorleak_engine.verdict import Ruling, rule

__all__ = ["Diagnosis", "Finding", "Verdict", "diagnose", "diagnose_with_questions", "forget"]

CALM = (Verdict.BOUNDED, Verdict.DEFERRED)


def diagnose(recording: Recording) -> Diagnosis:
    """What one recording says."""
    return diagnose_with_questions(recording)[0]


def forget() -> None:
    """Lets go of all that is kept between diagnoses to make the next one cheaper."""
    reading.forget()
    texts.forget()


def diagnose_with_questions(recording: Recording) -> tuple[Diagnosis, tuple[str, ...]]:
    """The diagnosis, and the close looks that would make it surer."""
    case = _case(recording)
    whole, _, questions = _judged(case)
    main = earlier.main_phase(case) if whole.verdict in earlier.CALM else None
    if main is not None:
        then, owners, _ = _judged(_case(recording.until(main.ended)))
        if then.verdict is Verdict.LEAK and earlier.left_behind(case, main, owners):
            sentence = f"{then.sentence}, in a loop that has ended; what it made is still there"
            growth = replace(then.growth, seconds=0.0)  # it goes on no more: nothing will run out at this rate
            whole = replace(then, sentence=sentence, growth=growth, seconds=whole.seconds, memory_now=whole.memory_now)
    return whole, questions


def _case(recording: Recording) -> Case:
    line = timeline.build(recording)
    units = timeline.choose_units(line)
    over = seen.end_of_text(recording) if units[0] in FALLBACKS else None
    if over is not None:  # time went on, and nothing else did
        recording = recording.less_its_end(over)
        line = timeline.build(recording)
    return Case(recording, line, units)


def _judged(case: Case) -> tuple[Diagnosis, list[Owner], tuple[str, ...]]:
    """The diagnosis of a case, what makes it grow, and the close looks that would make it surer."""
    memory = measure(case)
    solution = solve(case, evidence.gather(case), RELATIONS)
    causes = [_unbuilt(owner) for owner in solution.causes] if case.is_building() else solution.causes
    told, rest = account(case, memory, place(case, causes))
    owners = share_out(memory, told)
    owners += [owner for owner in (rest, device_owner(case, owners)) if owner is not None]
    findings, named = _findings(case, memory, owners)
    findings = known.apply(case, findings)
    ruling = rule(case, memory, findings)
    case.recording.asked.update(case.reading.answers)
    found = _compose(case, memory, named, findings, ruling)
    considered = (*solution.considered, *map(_calm, findings))
    return replace(found, considered=tuple(filter(None, considered))), owners, ruling.questions


def _calm(found: Finding) -> Considered | None:
    """A finding that is no leak and is not shown, as something that was considered."""
    if found.verdict not in CALM:
        return None
    word = str(found.verdict)
    return Considered(found.name, found.holder or "", found.location, found.rate.count_per_unit, word, found.summary)


def _unbuilt(owner: Owner) -> Owner:
    """While a graph is still being built, nothing is confirmed."""
    return owner.but(verdict=Verdict.GROWING) if owner.verdict is Verdict.LEAK else owner


def _findings(case: Case, memory: Memory, owners: list[Owner]) -> tuple[list[Finding], list[tuple[Owner, str]]]:
    """The findings, largest growth first, and each owner with its name in the ledger."""
    told = [(owner, finding_of(case, owner)) for owner in owners]
    pairs = [(owner, found) for owner, found in told if found is not None]
    pairs.sort(key=lambda pair: (list(Verdict).index(pair[1].verdict), -pair[1].rate.bytes_per_unit))
    named = [(owner, f"{found.rule} {found.name}" if found is not None else "unattributed") for owner, found in told]
    unique: list[Finding] = []
    for owner, plain in pairs:
        found = replace(plain, rate=with_intervals(plain.rate, owner, memory))
        known = next((number for number, other in enumerate(unique) if _are_one(other, found)), None)
        if known is None:
            unique.append(found)
        else:
            unique[known] = _joined(unique[known], found)
    return unique, named


def _are_one(one: Finding, other: Finding) -> bool:
    """Whether two findings are of one leak: they have one line, or one name; several lines of one constructor make the parts of one object."""
    same_line = (one.rule, str(one.location)) == (other.rule, str(other.location))
    return same_line or (one.verdict is other.verdict and one.fingerprint == other.fingerprint)


def _joined(first: Finding, other: Finding) -> Finding:
    """Two owners of one cause, as one finding with what both of them weigh, at the line of the heavier one."""
    size = first.rate.bytes_per_unit + other.rate.bytes_per_unit
    span = added(first.rate.bytes_interval, other.rate.bytes_interval)
    places = [place for place in (other.location, *other.also) if place is not None and place != first.location]
    also = tuple(dict.fromkeys((*first.also, *places)))
    return replace(first, rate=replace(first.rate, bytes_per_unit=size, bytes_interval=span), also=also)


def _compose(
    case: Case, memory: Memory, named: list[tuple[Owner, str]], findings: list[Finding], ruling: Ruling
) -> Diagnosis:
    recording = case.recording
    environment = {
        "python": recording.header.python,
        "platform": recording.header.platform,
        "probe": recording.header.probe,
    }
    if recording.environment is not None:
        environment.update(tensorflow=recording.environment.tensorflow, keras=recording.environment.keras)
    shown = [found for found in findings if found.verdict not in CALM]
    notes = tuple(
        f"the probe noted a fault of its own in {fault.where}: {fault.error}" for fault in recording.faults[:5]
    )
    work = {name: int(counts[-1]) for name, counts in case.timeline.work.items() if counts and counts[-1]}
    return Diagnosis(
        verdict=ruling.verdict,
        sentence=ruling.sentence,
        program=recording.header.program,
        pid=recording.header.pid,
        environment=environment,
        work=work,
        growth=summarise(case, memory, [owner for owner, _ in named]),
        findings=tuple(shown),
        ledger=ledger(memory, named),
        ruled_out=ruling.ruled_out,
        notes=notes,
        recording=str(recording.path),
        memory_limit=recording.header.memory_limit,
        memory_now=int(memory.now),
        seconds=recording.seconds,
        devices=measure_devices(case),
    )
