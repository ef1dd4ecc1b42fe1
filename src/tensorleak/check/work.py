"""Puts files through the engine, here or in several processes; one file's failure is one line, never the end."""

from __future__ import annotations

import gc
import multiprocessing
import sys
import traceback
import warnings
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tensorleak.check.finding import StaticFinding
from tensorleak.check.notebook import blank_cell
from tensorleak.check.problem import Problem, syntax_message
from tensorleak.check.source import Source, SourceError, read_source, shown

if TYPE_CHECKING:
    from tensorleak.check.project import Project

FEW = 20  # files that are sooner done than a process is started
MANY = 1000  # files after which the parsed modules of a project are dropped
CHUNKS_PER_JOB = 4
DEPTH = 4000


@dataclass(frozen=True)
class Outcome:
    """What came of one file."""

    path: Path
    findings: tuple[StaticFinding, ...] = ()
    read: tuple[Path, ...] = ()
    problems: tuple[Problem, ...] = ()


def examine_files(files: Sequence[Path], roots: tuple[Path, ...], jobs: int) -> Iterator[Outcome]:
    """Examines files in processes of their own where that pays; neighbours stay together, since they share imports."""
    if jobs <= 1 or len(files) < FEW:
        for chunk in in_chunks(files, MANY):
            yield from examine_chunk(chunk, roots)
        return
    chunks = in_chunks(files, -(-len(files) // (jobs * CHUNKS_PER_JOB)))
    project_for(roots)  # loaded before the workers are forked, so that they need not
    lost: list[Path] = []
    with ProcessPoolExecutor(jobs, mp_context=_context()) as pool:
        tasks = [(chunk, pool.submit(examine_chunk, chunk, roots)) for chunk in chunks]
        for chunk, task in tasks:
            try:
                yield from task.result()
            except BrokenProcessPool:
                lost += chunk
    for path in lost:
        yield _examine_apart(path, roots)


def in_chunks(files: Sequence[Path], size: int) -> list[Sequence[Path]]:
    """The files in their order, some at a time."""
    return [files[start : start + size] for start in range(0, len(files), size)]


def examine_chunk(files: Sequence[Path], roots: tuple[Path, ...]) -> list[Outcome]:
    """Examines some files in this process."""
    if not files:
        return []
    project = project_for(roots)
    with undisturbed():
        outcomes = [examine_file(path, project) for path in files]
    if len(files) >= MANY:  # the trees of so many files are worth more as memory than to their far neighbours
        project_for.cache_clear()
        del project
        gc.collect()
    return outcomes


def examine_file(path: Path, project: Project) -> Outcome:
    """Examines one file; whatever goes wrong is a problem of that file."""
    try:
        return examine_source(read_source(path), project)
    except SourceError as error:
        return Outcome(path, problems=(Problem(shown(path), str(error)),))


def examine_source(source: Source, project: Project) -> Outcome:
    """Examines a source; a notebook with a broken cell is examined without that cell."""
    from tensorleak.check.engine import examine

    problems: list[Problem] = []
    while True:
        try:
            examination = examine(source, project)
            return Outcome(source.path, examination.findings, examination.read, tuple(problems))
        except SyntaxError as error:
            problems.append(_syntax_problem(error, source))
            cell = source.cell_at(error.lineno or 0)
            if cell is None or not any(map(source.line, range(cell.first_line, cell.first_line + cell.lines))):
                return Outcome(source.path, problems=tuple(problems))
            source = replace(source, text=blank_cell(source.text, cell))
        except Exception as error:
            return Outcome(source.path, problems=(*problems, _failure(error, source)))


@cache
def project_for(roots: tuple[Path, ...]) -> Project:
    """The project of these roots; its modules are parsed once in each process."""
    from tensorleak.check.project import Project

    return Project(roots)


def _syntax_problem(error: SyntaxError, source: Source) -> Problem:
    line = error.lineno or 1
    cell, shown_line = source.place(line)
    return Problem(source.display, syntax_message(error, source.line(line)), shown_line, cell)


def _failure(error: Exception, source: Source) -> Problem:
    if isinstance(error, (RecursionError, MemoryError)):
        return Problem(source.display, "is nested too deeply to be checked")
    said = f"{type(error).__name__}: {error}".splitlines()[0] + _where(error)
    return Problem(source.display, f"was not checked: internal error ({said}); please report it", fault=True)


def _where(error: Exception) -> str:
    """The innermost line of a fault, so that one line of a report is enough to find it."""
    frames = traceback.extract_tb(error.__traceback__)
    return f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""


def _examine_apart(path: Path, roots: tuple[Path, ...]) -> Outcome:
    """Examines one file of a chunk that took its process down, in a process that may go down too."""
    with ProcessPoolExecutor(1, mp_context=_context()) as pool:
        try:
            return pool.submit(examine_chunk, [path], roots).result()[0]
        except BrokenProcessPool:
            said = "was not checked: it ended the process that checked it; please report it"
            return Outcome(path, problems=(Problem(shown(path), said, fault=True),))


def _context() -> multiprocessing.context.BaseContext:
    """Forking starts a worker in milliseconds with everything loaded; elsewhere the platform's own way will do."""
    return multiprocessing.get_context("fork" if sys.platform == "linux" else None)


@contextmanager
def undisturbed() -> Iterator[None]:
    """No warnings about the checked source, room for long expressions, and no garbage collection.

    Syntax trees are many small objects without cycles: going through them again and again costs a third of the time.
    """
    depth, collecting = sys.getrecursionlimit(), gc.isenabled()
    sys.setrecursionlimit(max(depth, DEPTH))
    gc.disable()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        sys.setrecursionlimit(depth)
        if collecting:
            gc.enable()
