"""One run of one side under the probe: what to run, and what was seen."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from tensorleak_engine.model.diagnosis import Diagnosis, Finding, Location, Verdict

from tensorleak import launch
from tensorleak.errors import RecordingError, UsageError
from tensorleak.family import diagnose_each, growing, together
from tensorleak.prove.output import Printed
from tensorleak.prove.stdin import Input
from tensorleak.recording import OWN, Recording, load_all

CONFIRMED = (Verdict.LEAK, Verdict.UNEXPLAINED)
TIMED_OUT = 124
TAIL = 4000
Say = Callable[[str], None]


@dataclass(frozen=True)
class Side:
    """What to run for one half of a proof; `copy` stands for `original` where the project was put aside."""

    label: str
    command: tuple[str, ...]
    folder: Path
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    copy: Path | None = None
    original: Path | None = None
    revision: str = ""

    def home(self, text: str) -> str:
        """A path or a sentence with the folder of the copy named as the project's own."""
        return text.replace(str(self.copy), str(self.original)) if self.copy else text


@dataclass(frozen=True)
class Trial:
    """What one run showed."""

    side: Side
    status: int
    timed_out: bool
    seconds: float
    printed: Printed
    complaint: str
    diagnosis: Diagnosis
    findings: tuple[Finding, ...]
    recordings: tuple[Recording, ...]

    @property
    def leaks(self) -> tuple[Finding, ...]:
        """The confirmed growth, largest first."""
        return tuple(found for found in self.findings if found.verdict in CONFIRMED)

    @property
    def main(self) -> Recording:
        """The recording of the process that the diagnosis speaks of."""
        chosen = (recording for recording in self.recordings if str(recording.path) == self.diagnosis.recording)
        return next(chosen, self.recordings[0])


@dataclass(frozen=True)
class Desk:
    """Where the runs of a proof leave their files, and what both share."""

    folder: Path
    records: Path
    stdin: Input
    timeout: float | None
    say: Say

    def run(self, side: Side) -> Trial:
        """Runs one side to its end and diagnoses it."""
        self.say(f"running {side.label}: {side.home(' '.join(side.command))}")
        record = self.records / f"{_name(side)}.jsonl"
        begin = time.monotonic()
        started, status = self._start(side, record)
        seconds = time.monotonic() - begin
        _stop_when_told(started.signalled)
        complaint = side.home(_tail(self._file(side, "stderr")))
        recordings = _recordings(record, side, status, complaint)
        processes = diagnose_each(recordings)
        trial = Trial(
            side=side,
            status=TIMED_OUT if started.timed_out else status,
            timed_out=started.timed_out,
            seconds=seconds,
            printed=Printed(self._file(side, "stdout"), side.copy, side.original),
            complaint=complaint,
            diagnosis=together(processes),
            findings=tuple(_at_home(side, found) for found in growing(processes)),
            recordings=recordings,
        )
        self.say(f"{side.label}: {trial.diagnosis.verdict}, {side.home(trial.diagnosis.sentence)} ({seconds:.0f} s)")
        return trial

    def _start(self, side: Side, record: Path) -> tuple[launch.Launch, int]:
        """The program from start to end, with its output in files; returns its exit status, too."""
        launch.clear_target(record)
        stdout, stderr = self._file(side, "stdout"), self._file(side, "stderr")
        with self.stdin.opened() as stdin, stdout.open("wb") as out, stderr.open("wb") as err:
            started = launch.Launch(
                command=list(side.command),
                record=record,
                environment=side.environment,
                folder=side.folder,
                streams=launch.Streams(stdin, out.fileno(), err.fileno()),
                timeout=self.timeout,
            )
            return started, launch.run(started)

    def _file(self, side: Side, name: str) -> Path:
        return self.folder / f"{_name(side)}.{name}"


def _name(side: Side) -> str:
    return side.label.replace(", ", "-")


def _stop_when_told(number: int) -> None:
    """A signal that ended the program was meant for the whole proof."""
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    if number in (signal.SIGTERM, signal.SIGHUP):
        sys.exit(128 + number)


def _tail(file: Path) -> str:
    with file.open("rb") as source:
        source.seek(max(0, file.stat().st_size - TAIL))
        return source.read().decode("utf-8", "replace")


def _recordings(record: Path, side: Side, status: int, complaint: str) -> tuple[Recording, ...]:
    try:
        return tuple(load_all(record, OWN))
    except RecordingError as error:
        if record.exists():
            raise
        last = (complaint.strip().splitlines() or ["it printed no error"])[-1]
        raise UsageError(
            f"the run {side.label} started no Python that could be observed (status {status}; {last}):"
            " it may run with -E, -I or -S, or with a cleaned environment"
        ) from error


def _at_home(side: Side, found: Finding) -> Finding:
    """The finding with its places in the user's own tree."""

    def moved(place: Location) -> Location:
        return replace(place, file=side.home(place.file))

    return replace(
        found,
        location=moved(found.location) if found.location else None,
        also=tuple(map(moved, found.also)),
        evidence=tuple(map(side.home, found.evidence)),
        summary=side.home(found.summary),
    )
