"""Runs one script after the other under the probe, with a limit of time, and keeps what each run left."""

from __future__ import annotations

import math
import signal
import subprocess
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import msgspec

from tensorleak import launch
from tensorleak.errors import RecordingError
from tensorleak.lab.experiment import Experiment, Form
from tensorleak.lab.subject import Subject, quiet_environment
from tensorleak.recording import OWN, Recording, load_all

TAIL = 4000


@dataclass(frozen=True)
class Ending:
    """How a run ended; kept beside its recording, so that an interrupted lab can go on."""

    status: int
    timed_out: bool
    seconds: float
    complaint: str
    rounds: int = 0


@dataclass(frozen=True)
class Run:
    """What one run left."""

    ending: Ending
    recordings: tuple[Recording, ...]


@dataclass(frozen=True)
class Bench:
    """Where recordings go, and for how long a program may run."""

    subject: Subject
    folder: Path
    timeout: float
    resume: bool = False
    share: float = 1.0

    def run(self, experiment: Experiment, form: Form) -> Run:
        """Runs a form, or reads what an earlier lab left of it."""
        record = self._record(experiment, form)
        ending = self._earlier(record) if self.resume else None
        if ending is None:
            ending = self._start(form, record)
            _note(record).write_bytes(msgspec.json.encode(asdict(ending)))
        return Run(ending, _recordings(record))

    def has(self, experiment: Experiment, form: Form) -> bool:
        """Whether an earlier lab ran a form to its end."""
        return self._earlier(self._record(experiment, form)) is not None

    def _record(self, experiment: Experiment, form: Form) -> Path:
        return self.folder / f"{experiment.name.replace('/', '-')}-{form.name}.jsonl"

    def _earlier(self, record: Path) -> Ending | None:
        try:
            return msgspec.json.decode(_note(record).read_bytes(), type=Ending) if record.exists() else None
        except (OSError, msgspec.DecodeError):
            return None

    def _start(self, form: Form, record: Path) -> Ending:
        launch.clear_target(record)
        rounds = math.ceil(form.rounds * self.share)
        errors = record.with_suffix(".stderr")
        begin = time.monotonic()
        with errors.open("wb") as err:
            started = launch.Launch(
                command=[self.subject.interpreter, str(form.script), *([str(rounds)] if rounds else [])],
                record=record,
                environment=quiet_environment(),
                folder=self.folder,
                streams=launch.Streams(subprocess.DEVNULL, subprocess.DEVNULL, err.fileno()),
                timeout=self.timeout,
            )
            status = launch.run(started)
        _stop_when_told(started.signalled)
        return Ending(status, started.timed_out, time.monotonic() - begin, _last_line(errors), rounds)


def _note(record: Path) -> Path:
    return record.with_suffix(".ending.json")


def _stop_when_told(number: int) -> None:
    """A signal that ended the program was meant for the whole lab."""
    if number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        raise KeyboardInterrupt


def _last_line(file: Path) -> str:
    with file.open("rb") as source:
        source.seek(max(0, file.stat().st_size - TAIL))
        lines = source.read().decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else ""


def _recordings(record: Path) -> tuple[Recording, ...]:
    try:
        return tuple(load_all(record, OWN))
    except RecordingError:
        return ()
