"""Examines one file: walks through it as it would run, and lets every rule read the story."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tensorleak_engine.model.diagnosis import Location

from tensorleak.check.cost import EACH, is_little
from tensorleak.check.events import Story
from tensorleak.check.finding import Severity, Span, StaticFinding, Step
from tensorleak.check.modes import mode_of
from tensorleak.check.project import Calls, Project
from tensorleak.check.source import Source
from tensorleak.check.suspicion import Suspicion
from tensorleak.check.unbound import is_fatal
from tensorleak.check.values import Place, within
from tensorleak.check.walk.interpreter import Interpreter

MOST_SHOWN = 60  # characters of a step that is no call
OTHER_BACKEND = re.compile(r"KERAS_BACKEND['\"]\]?\s*[=,:]\s*['\"](theano|cntk|jax|torch)")


@dataclass(frozen=True)
class Examination:
    """What one root file showed, and which files had a say in it."""

    findings: tuple[StaticFinding, ...]
    read: tuple[Path, ...]


def examine(source: Source, project: Project) -> Examination:
    """All findings of one file and of what it calls."""
    before = project.read
    project.read, project.calls = set(), Calls()
    try:
        module = project.module_of(source)
        if OTHER_BACKEND.search(source.text):
            return Examination((), tuple(sorted(project.read)))
        run = Interpreter(project, module, mode_of(project, module))
        run.run_root()
        found = tuple(unique(most_specific(findings_of(run.story))))
        return Examination(found, tuple(sorted(project.read)))
    finally:
        project.read |= before


def findings_of(story: Story) -> Iterator[tuple[int, StaticFinding]]:
    """What the rules make of a story, with how specific each rule is."""
    from tensorleak.rules import catalogue

    for rule in catalogue():
        if rule.check is not None:
            for suspicion in rule.check(story):
                if is_fatal(suspicion):
                    continue
                rank = -1 if rule.preview else rule.rank
                yield rank, finding(rule.id, rule.name, rule.remedy, suspicion)


def most_specific(ranked: Iterator[tuple[int, StaticFinding]]) -> Iterator[StaticFinding]:
    """One rule per line: the one that says most. Rules in preview never hide another."""
    best: dict[tuple[str, int], int] = {}
    found = list(ranked)
    for rank, item in found:
        key = (item.file, item.span.line)
        best[key] = max(rank, best.get(key, rank))
    for rank, item in found:
        if rank in (-1, best[(item.file, item.span.line)]):
            yield item


def finding(rule: str, name: str, remedy: str, suspicion: Suspicion) -> StaticFinding:
    """A finding at the place of a suspicion."""
    place = suspicion.place
    return StaticFinding(
        rule=rule,
        name=name,
        summary=suspicion.summary,
        file=place.module.display,
        span=span_of(place),
        function=place.function,
        subject=suspicion.subject,
        severity=Severity.INFO if is_little(rule, suspicion.each, suspicion.times) else suspicion.severity,
        remedy=remedy,
        chain=chain_of(suspicion),
        fix=suspicion.fix,
        each=EACH.get(rule, 0.0) if suspicion.each is None else suspicion.each,
        entry=suspicion.entry,
    )


def span_of(place: Place) -> Span:
    """The stretch of source of a place, in characters."""
    node = place.node
    line, end_line = getattr(node, "lineno", 1), getattr(node, "end_lineno", None) or 1
    lines = place.module.source.lines
    return Span(
        line,
        column(lines, line, getattr(node, "col_offset", 0)),
        end_line,
        column(lines, end_line, getattr(node, "end_col_offset", None) or 0),
    )


def column(lines: list[str], line: int, offset: int) -> int:
    """The column, from 1 and in characters, of a byte offset in a line."""
    text = lines[line - 1] if line <= len(lines) else ""
    return offset + 1 if text.isascii() else len(text.encode()[:offset].decode(errors="ignore")) + 1


def chain_of(suspicion: Suspicion) -> tuple[Step, ...]:
    """How the place comes to repeat: the loop, then the calls that lead from it."""
    steps = []
    loop = suspicion.loop
    if loop is not None:
        steps.append(Step(Location(loop.module.display, getattr(loop.node, "lineno", 1)), loop.text))
    inside = False
    for call in suspicion.calls:
        inside = inside or loop is None or within(loop, call)
        if inside and not isinstance(call.node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            place = Location(call.module.display, getattr(call.node, "lineno", 1), call.function)
            steps.append(Step(place, step_text(call.node)))
    return tuple(steps)


def step_text(node: ast.AST) -> str:
    """What leads on to a function of the program: a call, or what makes Python call it, as it is written."""
    if isinstance(node, ast.Call):
        return f"calls {ast.unparse(node.func)}()"
    text = ast.unparse(node).partition("\n")[0]
    return f"uses {text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + '...'}"


def unique(findings: Iterator[StaticFinding]) -> Iterator[StaticFinding]:
    """One finding per rule, line and subject: of several ways to it the first of those that are more than hints, if there is one."""
    best: dict[tuple[str, str, int, str], StaticFinding] = {}
    for found in findings:
        key = (found.rule, found.file, found.span.line, found.subject)
        if key not in best or (best[key].severity is Severity.INFO and found.severity is not Severity.INFO):
            best[key] = found
    yield from best.values()
