"""The three experiments: the static fixes, two commands, two revisions; each ends in a proof."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tensorleak_engine.model.units import UNITS

from tensorleak.compare import work
from tensorleak.errors import UsageError
from tensorleak.prove import fixes, gauges, output, pairs, project, revisions, verdict
from tensorleak.prove.proof import Comparison, Mode, Proof, ProofVerdict
from tensorleak.prove.sides import Program, command_side, copied_side
from tensorleak.prove.stdin import users_input
from tensorleak.prove.trial import Desk, Say, Side, Trial
from tensorleak.prove.workspace import workspace

COUNTERS = {word: name for name, word in UNITS.items()}


def silent(line: str) -> None:
    """Says nothing."""


@dataclass(frozen=True)
class Options:
    """What the user may set for any proof."""

    python: str | None = None
    timeout: float | None = None
    record_dir: Path | None = None
    keep: bool = False
    unsafe: bool = True
    all_fixes: bool = False
    output_counts: bool = True
    root: Path | None = None
    say: Say = silent


def prove_commands(before: str, after: str, options: Options) -> Proof:
    """Runs two commands where the user stands."""
    sides = command_side("before", before, options.python), command_side("after", after, options.python)
    with _desk(options) as desk:
        return _kept(_compared(desk, Mode.COMMANDS, desk.run(sides[0]), sides[1], options), desk, options)


def prove_revisions(old: str, new: str, started: Program, options: Options) -> Proof:
    """Runs the program as it was and as it is in two revisions of its repository."""
    root = revisions.repository_root(started.home)
    with _desk(options) as desk:
        sides = []
        for label, revision in (("before", old), ("after", new)):
            copy = desk.folder / label / root.name
            options.say(f"laying out {revision} aside")
            name = revisions.lay_out(root, revision, copy)
            _require_script(started, root, copy, revision)
            sides.append(copied_side(label, started, root, copy, revision=name))
        return _kept(_compared(desk, Mode.REVISIONS, desk.run(sides[0]), sides[1], options), desk, options)


def _require_script(started: Program, root: Path, copy: Path, revision: str) -> None:
    if started.script is not None and not (copy / started.script.relative_to(root)).is_file():
        raise UsageError(f"revision {revision!r} has no {started.script.relative_to(root)}: name a script both have")


def prove_fixes(started: Program, options: Options) -> Proof:
    """Runs the program as it is and with its static fixes, both in copies of its project."""
    root = Path(os.path.normpath((options.root or project.project_root(started.home)).absolute()))
    if not started.home.is_relative_to(root):
        raise UsageError(f"{root} does not hold the program: name a folder above it with --root")
    options.say(f"checking {root}")
    given = fixes.offer(root, started.script)
    if not given.findings:
        shown = f", only {given.without_fix} to be changed by hand" if given.without_fix else ""
        return _nothing(f"the check found nothing that it can repair in {root}{shown}")
    with _desk(options) as desk:
        return _kept(_prove_fixes(desk, started, given, options), desk, options)


def _prove_fixes(desk: Desk, started: Program, given: fixes.Offer, options: Options) -> Proof:
    root = given.root
    copies = {label: desk.folder / label / root.name for label in ("before", "after")}
    for copy in copies.values():
        copied = project.copy_project(root, copy)
    linked = f", {len(copied.linked)} of them as links" if copied.linked else ""
    options.say(f"copied {copied.files} files aside, twice{linked}")
    states = project.states(root, copied.linked)
    proof = _prove_in_copies(desk, started, given, copies, options)
    written = [str(path) for path, state in project.states(root, copied.linked).items() if state != states.get(path)]
    notes = [f"the runs wrote to {name} in your tree: it is too large to copy and was linked" for name in written]
    if not started.folder.is_relative_to(root):
        notes.append(f"both ran in {started.folder}, outside the project: what they write there stays")
    return replace(proof, notes=tuple(notes))


def _prove_in_copies(
    desk: Desk, started: Program, given: fixes.Offer, copies: dict[str, Path], options: Options
) -> Proof:
    root = given.root
    imports = fixes.import_roots([given.file(found) for found in given.findings], root)
    before = desk.run(copied_side("before", started, root, copies["before"], imports))
    if not before.leaks:
        return _ruled(Mode.FIXES, verdict.nothing_before(before), before)
    repairs = _repairs(given, started, before, copies["before"], options)
    changing = tuple(repair for repair in repairs if repair.fix.changes)
    if not changing:
        return replace(_nothing(_without_fix(before, repairs)), before=before, repairs=repairs)
    fixes.put(changing, copies["after"])
    options.say(f"changed {', '.join(repair.fix.display for repair in changing)} in the copy")
    side = copied_side("after", started, root, copies["after"], imports)
    return replace(_compared(desk, Mode.FIXES, before, side, options), repairs=repairs)


def _repairs(
    given: fixes.Offer, started: Program, before: Trial, copy: Path, options: Options
) -> tuple[fixes.Repair, ...]:
    script = started.script.relative_to(given.root) if started.script else None
    loaded = fixes.loaded_files(copy, script)
    chosen = fixes.choose(given, before.leaks, loaded, options.all_fixes)
    return fixes.plan(given, chosen, options.unsafe)


def _without_fix(before: Trial, repairs: tuple[fixes.Repair, ...]) -> str:
    """Why a leak that was seen has no fix."""
    reasons = [reason for repair in repairs for _, reason in repair.left_alone]
    reason = f" ({reasons[0]})" if reasons else ""
    return f"{before.leaks[0].summary}, but no fix is available for it{reason}"


def _nothing(sentence: str) -> Proof:
    advice = "`tensorleak run` shows what grows; compare your own change with --before and --after, or --revisions"
    return Proof(ProofVerdict.NOTHING, f"{sentence}: {advice}", Mode.FIXES)


def _ruled(mode: Mode, ruling: verdict.Ruling, before: Trial) -> Proof:
    return Proof(*ruling, mode, before)


def _compared(desk: Desk, mode: Mode, before: Trial, side: Side, options: Options) -> Proof:
    """Runs the second side and holds it against the first."""
    comparison = compare(before, desk.run(side))
    if _only_output_differs(comparison) and options.output_counts:
        comparison = _apart_from_chance(desk, comparison)
    return replace(_ruled(mode, verdict.rule(comparison, options.output_counts), before), comparison=comparison)


def _only_output_differs(comparison: Comparison) -> bool:
    proven_but_for_output = verdict.rule(comparison, output_counts=False)[0] is ProofVerdict.PROVEN
    return proven_but_for_output and not comparison.output.same


def _apart_from_chance(desk: Desk, comparison: Comparison) -> Comparison:
    """Runs the unchanged program once more: what it prints differently by itself is no work of the change."""
    first, after = comparison.before, comparison.after
    again = desk.run(replace(first.side, label="before, again"))
    cut_off = first.timed_out and after.timed_out
    found = output.apart_from_chance(first.printed, again.printed, after.printed, cut_off)
    return replace(comparison, output=found) if found and again.status == first.status else comparison


def compare(before: Trial, after: Trial) -> Comparison:
    """Two runs side by side."""
    unit = COUNTERS.get(before.diagnosis.growth.unit, "seconds")
    printed = output.compare(before.printed, after.printed, before.timed_out and after.timed_out)
    done = work.compare(
        work.counters(before.recordings),
        work.counters(after.recordings),
        unit,
        printed.same and not printed.empty,
    )
    return Comparison(
        before=before,
        after=after,
        pairs=pairs.match(before.findings, after.findings),
        gauges=gauges.compare(before.main, after.main, unit),
        output=printed,
        work=done,
    )


@contextlib.contextmanager
def _desk(options: Options) -> Iterator[Desk]:
    with workspace(options.keep) as folder:
        yield Desk(folder, options.record_dir or folder, users_input(), options.timeout, options.say)


def _kept(proof: Proof, desk: Desk, options: Options) -> Proof:
    return replace(proof, kept=desk.folder) if options.keep else proof
