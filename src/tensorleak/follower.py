"""Follows a recording while it is written: diagnoses it, asks for close looks, tells of leaks and takes that back."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tensorleak_engine import Diagnosis, Finding, Verdict, diagnose_with_questions
from tensorleak_engine.model.units import FALLBACKS, UNITS
from tensorleak_engine.texts import OWN

from tensorleak import target
from tensorleak.errors import RecordingError
from tensorleak.recording.reader import Recording, load

MAX_CHILDREN = 16
MIN_SAMPLES = 8
SLICE = 0.05  # seconds of processor time after which a step leaves the other processes to the next
CONFIRMED_AFTER = 1.3  # times the run that first raised the suspicion
# The same where nothing counts rounds: making a large model looks like a loop as long as it lasts.
CONFIRMED_WITHOUT_ROUNDS = 3.0
# The same for a container, and for what comes less often than in every second round: a buffer or a finite set that is being filled looks
# like one without a bound.
CONFIRMED_FILLING = 3.0
RARE = 0.5  # per unit of work
# Buckets that are tried once, folds, a grid of settings: sets up to this size are gone through without being a leak.
FEWEST_ROUNDS = 60
WITHOUT_COLLECTION = 4.0  # times that again where no collection has shown what is garbage
# A diagnosis of the run so far changes with the share that was added to it: a fifth, or half a minute of a long run.
NEWS_SHARE = 1.2
NEWS_SECONDS = 30.0
WITHDRAWN_AFTER = 2  # diagnoses in a row that no longer say it
MAX_QUESTIONS = 3
WITHOUT_ROUNDS = frozenset(UNITS[name] for name in FALLBACKS)
Seen = tuple[Recording, Diagnosis]


class Desk(Protocol):
    """What a follower reports to."""

    @property
    def record(self) -> Path:
        """The recording of the first process."""

    @property
    def announce(self) -> Callable[[Diagnosis], None]:
        """Called once, with the first confirmed leak."""

    @property
    def withdraw(self) -> Callable[[str, Diagnosis], None]:
        """Called when the leak that was announced is none: what was said, and the diagnosis now."""

    @property
    def watched(self) -> bool:
        """Whether somebody looks at the newest diagnosis all the time."""

    @property
    def observe(self) -> Callable[[Sequence[Seen]], None]:
        """Called with the newest diagnoses."""


@dataclass
class Announcement:
    """A leak that was told while the program ran."""

    path: Path
    leak: Finding
    sentence: str
    missed: int = 0
    withdrawn: bool = False

    def holds_in(self, diagnosis: Diagnosis) -> bool:
        """Whether a diagnosis still says it; a leak may come to be known by another rule, or at a better line."""
        return any(
            found.fingerprint == self.leak.fingerprint
            or found.rule == self.leak.rule
            or (found.location is not None and found.location == self.leak.location)
            for found in diagnosis.findings
            if found.verdict is Verdict.LEAK
        )

    def contradicted_by(self, last: Diagnosis) -> bool:
        """Whether the last diagnosis, of the worst process, takes back what was told and not yet withdrawn."""
        about_it = last.verdict is not Verdict.LEAK or last.recording == str(self.path)
        return about_it and not self.withdrawn and not self.holds_in(last)


@dataclass
class Process:
    """One process's recording as far as it is known, and what was asked of the process."""

    recording: Recording
    asked: list[float] = field(default_factory=list)
    judged: tuple[float, int] = (0.0, 0)  # seconds and telling close looks that the last diagnosis knew

    @property
    def known(self) -> tuple[float, int]:
        """How much there is to judge by."""
        return self.ran, sum(1 for look in self.recording.looks if not look.quiet)

    @property
    def due(self) -> bool:
        """Whether a diagnosis could say something new: after a close look, or clearly more of the run."""
        ran, looks = self.judged
        return self.known[1] > looks or self.ran >= min(NEWS_SHARE * ran, ran + NEWS_SECONDS)

    @property
    def ran(self) -> float:
        """Seconds between the first and the last sample."""
        samples = self.recording.samples
        return samples[-1].t - samples[0].t


class Follower:
    """Diagnoses the recordings while they grow, and asks when something is in doubt."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._processes: dict[Path, Process] = {}
        self._seen: dict[Path, Seen] = {}
        self._suspected: dict[str, float] = {}
        self._children: tuple[int, list[Path]] = (0, [])
        self._turn = 0
        self.said: Announcement | None = None

    def step(self) -> None:
        """Reads on, a slice of all processes at a time; faults in following must never disturb the program."""
        news = False
        begin = time.process_time()
        paths = self._paths()
        for _ in paths:
            path = paths[self._turn % len(paths)]
            self._turn = (self._turn + 1) % len(paths)
            with contextlib.suppress(RecordingError, OSError):
                news |= self._read(path)
            if time.process_time() - begin > SLICE:
                break
        if news:
            self._desk.observe(list(self._seen.values()))

    def _paths(self) -> list[Path]:
        """The first process and some of its children; their folder is listed when something was added to it."""
        folder = target.children(self._desk.record)
        try:
            changed = folder.stat().st_mtime_ns
        except OSError:
            return [self._desk.record]
        if changed != self._children[0]:
            names = sorted(name for name in os.listdir(folder) if name.endswith(".jsonl"))  # noqa: PTH208
            self._children = changed, [folder / name for name in names[:MAX_CHILDREN]]
        return [self._desk.record, *self._children[1]]

    def _read(self, path: Path) -> bool:
        """Reads what one process has written since; whether that told anything."""
        process = self._processes.get(path)
        if process is None:
            if not path.exists() or path.stat().st_size == 0:
                return False
            process = self._processes[path] = Process(load(path, OWN))
        elif not process.recording.update():
            return False
        if len(process.recording.samples) < MIN_SAMPLES or process.known == process.judged:
            return False
        if not (self._desk.watched or process.due):
            return False
        process.judged = process.known
        diagnosis, questions = diagnose_with_questions(process.recording)
        self._seen[path] = process.recording, diagnosis
        self._tell(path, process, diagnosis)
        if questions:
            _ask(path, process, questions[0])
        return True

    def _tell(self, path: Path, process: Process, diagnosis: Diagnosis) -> None:
        """Tells of the first confirmed leak, and takes it back when the diagnosis no longer says it."""
        said = self.said
        if said is None:
            leak = self._confirmed(path, process, diagnosis)
            if leak is not None:
                self.said = Announcement(path, leak, diagnosis.sentence)
                self._desk.announce(diagnosis)
        elif said.path == path and not said.withdrawn:
            said.missed = 0 if said.holds_in(diagnosis) else said.missed + 1
            if said.missed >= WITHDRAWN_AFTER:
                said.withdrawn = True
                self._desk.withdraw(said.sentence, diagnosis)

    def _confirmed(self, path: Path, process: Process, diagnosis: Diagnosis) -> Finding | None:
        """The leak that was seen before, with clearly less of the run to judge by, and that a collection has not freed.

        Where no collection is made although one was asked for, a run of several times the length has to do.
        """
        leaks = [found for found in diagnosis.findings if found.verdict is Verdict.LEAK]
        if diagnosis.verdict is not Verdict.LEAK or not leaks:
            return None
        enough = _enough(leaks[0], process.recording)
        first = self._suspected.setdefault(leaks[0].fingerprint, process.ran)
        if enough is None or process.ran < enough * first or _rounds(diagnosis, leaks[0]) < FEWEST_ROUNDS:
            return None
        if any(look.kind == "collect" for look in process.recording.looks):
            return leaks[0]
        _ask(path, process, "collect")
        return leaks[0] if process.ran >= WITHOUT_COLLECTION * enough * first else None


def _rounds(diagnosis: Diagnosis, leak: Finding) -> float:
    """How often the work was done that a leak is told in; any number of times where nothing counts it."""
    counted = [diagnosis.work.get(name, 0) for name, word in UNITS.items() if word == leak.rate.unit]
    return max(counted) if counted and leak.rate.unit not in WITHOUT_ROUNDS else FEWEST_ROUNDS


def _enough(leak: Finding, recording: Recording) -> float | None:
    """How many times longer the run must be than at the first suspicion; None where that would prove nothing.

    While a graph is built, operations, tensors and objects are made side by side: none of them counts rounds.
    """
    if leak.rate.unit not in WITHOUT_ROUNDS:
        filling = leak.path or leak.rate.count_per_unit < RARE
        return CONFIRMED_FILLING if filling else CONFIRMED_AFTER
    version = recording.environment.tensorflow if recording.environment is not None else ""
    in_graph = version.startswith("1.") or leak.rule.startswith("TL1")
    return None if in_graph else CONFIRMED_WITHOUT_ROUNDS


def _ask(path: Path, process: Process, question: str) -> None:
    """Asks once per doubling of the work done, at most a handful of times."""
    answered = len([look for look in process.recording.looks if look.kind == question])
    asked, now = process.asked, process.ran
    if len(asked) > answered or len(asked) >= MAX_QUESTIONS or (asked and now < 1.6 * asked[-1]):
        return
    asked.append(now)
    with contextlib.suppress(OSError):  # no sheet of the user's own: the run goes on without close looks on demand
        target.ask(path, question)
