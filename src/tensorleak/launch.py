"""Runs a program under the probe: starts it unchanged, follows its recording, asks for close looks, waits for its end."""

from __future__ import annotations

import contextlib
import json
import math
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from types import FrameType

from tensorleak.diagnose import Diagnosis, Verdict, diagnose_with_questions
from tensorleak.errors import InternalError, RecordingError, UsageError
from tensorleak.recording.reader import Recording, load
from tensorleak.recording.records import FORMAT
from tensorleak.recording.trust import OWN

KEPT_RECORDINGS = 20
POLL = 0.2
GRACE = 5.0
CONFIRMED_AFTER = 1.3  # times the run that first raised the suspicion
MAX_QUESTIONS = 3
COST_SHARE = 20  # following may use 1/20 of the time
FORWARDED = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGUSR1", "SIGUSR2") if hasattr(signal, name)]


@dataclass(frozen=True)
class Streams:
    """The descriptors that the program gets; None passes the user's own on."""

    stdin: int | None = None
    stdout: int | None = None
    stderr: int | None = None


@dataclass
class Launch:
    """What to run, where its recording goes, and what ended it early."""

    command: list[str]
    record: Path
    announce: Callable[[Diagnosis], None] = lambda diagnosis: None
    observe: Callable[[Sequence[tuple[Recording, Diagnosis]]], None] = lambda seen: None
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    folder: Path | None = None
    streams: Streams = field(default_factory=Streams)
    timeout: float | None = None
    timed_out: bool = field(default=False, init=False)
    signalled: int = field(default=0, init=False)


def probe_folder() -> Path:
    """The folder that leads PYTHONPATH in the program: found without importing the probe into the desk."""
    spec = find_spec("tensorleak_probe")
    if spec is None or spec.origin is None:
        raise InternalError("the package tensorleak-probe is missing: reinstall tensorleak")
    return Path(spec.origin).parent / "inject"


def interpreter(python: str | None) -> str:
    """The Python that the user's shell would run, unless another one was named."""
    name = python or "python"
    found = shutil.which(name) or (None if python else shutil.which("python3"))
    if found is None:
        raise UsageError(f"no interpreter {name!r} was found: name one with --python PATH")
    return found


def default_recording(program: str) -> Path:
    """A fresh path in the user's own state folder, where only the newest recordings are kept."""
    base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "tensorleak"
    try:
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        _prune(base)
    except OSError:
        base = Path(tempfile.mkdtemp(prefix="tensorleak-"))
    stem = Path(program).stem or "program"
    return base / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"


def _prune(folder: Path) -> None:
    for old in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[: -KEPT_RECORDINGS + 1]:
        remove_recording(old)


def remove_recording(path: Path) -> None:
    """Removes a recording with everything that belongs to it."""
    for part in (path, Path(f"{path}.ask")):
        part.unlink(missing_ok=True)
    shutil.rmtree(f"{path}.children", ignore_errors=True)


def clear_target(path: Path) -> None:
    """Makes room for a new recording; an older recording is replaced, any other file is not touched."""
    if path.is_dir():
        raise UsageError(f"{path} is a directory: name a file for the recording")
    if path.exists():
        with path.open("rb") as source:
            first = source.read(200)
        if first and FORMAT.split("/")[0].encode() not in first:
            raise UsageError(f"{path} exists and is not a recording: choose another file")
        remove_recording(path)
    path.parent.mkdir(parents=True, exist_ok=True)


def run(launch: Launch) -> int:
    """Runs the program to its end; returns its exit status the way a shell would."""
    environment = dict(launch.environment)
    inject = str(probe_folder())
    environment["PYTHONPATH"] = os.pathsep.join(part for part in (inject, environment.get("PYTHONPATH", "")) if part)
    environment["TENSORLEAK_RECORD"] = str(launch.record.absolute())
    environment.pop("TENSORLEAK_PARENT", None)
    child = _start(launch, environment)
    with _signals_forwarded(launch, child):
        _follow(launch, child)
    status = child.returncode
    return 128 - status if status < 0 else status


def _start(launch: Launch, environment: dict[str, str]) -> subprocess.Popen[bytes]:
    streams = launch.streams
    try:
        return subprocess.Popen(
            launch.command,
            env=environment,
            cwd=launch.folder,
            stdin=streams.stdin,
            stdout=streams.stdout,
            stderr=streams.stderr,
            start_new_session=launch.timeout is not None,  # so that a timeout ends what the program started, too
        )
    except OSError as error:
        raise UsageError(f"cannot start {launch.command[0]!r}: {error.strerror or error}") from error


def _send(launch: Launch, child: subprocess.Popen[bytes], number: int) -> None:
    """Sends a signal to the program; to its whole group where it has one of its own."""
    with contextlib.suppress(ProcessLookupError):
        if launch.timeout is None:
            child.send_signal(number)
        else:
            os.killpg(child.pid, number)


@contextlib.contextmanager
def _signals_forwarded(launch: Launch, child: subprocess.Popen[bytes]) -> Iterator[None]:
    """Ctrl-C reaches the program from the terminal itself; other signals are passed on."""

    def forward(number: int, frame: FrameType | None) -> None:
        launch.signalled = number
        if number != signal.SIGINT or launch.timeout is not None:
            _send(launch, child, number)

    before = {number: signal.signal(number, forward) for number in (*FORWARDED, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Follower:
    """Diagnoses the recording while it grows, and asks when something is in doubt."""

    def __init__(self, launch: Launch) -> None:
        self._launch = launch
        self._recordings: dict[Path, Recording] = {}
        self._seen: dict[Path, tuple[Recording, Diagnosis]] = {}
        self._asked: dict[Path, list[float]] = {}
        self._suspected: dict[str, float] = {}
        self._announced = False

    def step(self) -> None:
        """Reads on; faults in following must never disturb the program."""
        news = False
        for path in self._paths():
            with contextlib.suppress(RecordingError, OSError):
                news |= self._read(path)
        if news:
            self._launch.observe(list(self._seen.values()))

    def _paths(self) -> list[Path]:
        children = Path(f"{self._launch.record}.children")
        return [self._launch.record, *(sorted(children.glob("*.jsonl"))[:16] if children.is_dir() else [])]

    def _read(self, path: Path) -> bool:
        """Reads what one process has written since; whether that told anything."""
        recording = self._recordings.get(path)
        if recording is None:
            if not path.exists() or path.stat().st_size == 0:
                return False
            recording = self._recordings[path] = load(path, OWN)
        elif not recording.update():
            return False
        if len(recording.samples) < 8:
            return False
        diagnosis, questions = diagnose_with_questions(recording)
        self._seen[path] = recording, diagnosis
        if diagnosis.verdict is Verdict.LEAK and not self._announced and self._still_leaks(diagnosis, recording):
            self._announced = True
            self._launch.announce(diagnosis)
        if questions:
            self._ask(path, recording, questions[0])
        return True

    def _still_leaks(self, diagnosis: Diagnosis, recording: Recording) -> bool:
        """Whether the same leak was seen before, with clearly less of the run to judge by."""
        name = diagnosis.findings[0].fingerprint if diagnosis.findings else ""
        ran = recording.samples[-1].t - recording.samples[0].t
        return ran >= CONFIRMED_AFTER * self._suspected.setdefault(name, ran)

    def _ask(self, path: Path, recording: Recording, question: str) -> None:
        """Asks once per doubling of the work done, at most a handful of times."""
        asked = self._asked.setdefault(path, [])
        answered = len([look for look in recording.looks if look.kind == question])
        now = recording.samples[-1].t - recording.samples[0].t
        if len(asked) > answered or len(asked) >= MAX_QUESTIONS or (asked and now < 1.6 * asked[-1]):
            return
        asked.append(now)
        with Path(f"{path}.ask").open("a", encoding="utf-8") as sheet:
            sheet.write(json.dumps({"look": question}) + "\n")


def _follow(launch: Launch, child: subprocess.Popen[bytes]) -> None:
    follower = Follower(launch)
    pause = POLL
    deadline = math.inf if launch.timeout is None else time.monotonic() + launch.timeout
    while True:
        try:
            child.wait(timeout=max(0.0, min(pause, deadline - time.monotonic())))
            return
        except subprocess.TimeoutExpired:
            if time.monotonic() >= deadline:
                _end(launch, child)
                return
            started = time.process_time()
            try:
                follower.step()
            except Exception:  # the final report will say what is wrong
                pause = 5.0
                continue
            pause = max(POLL, COST_SHARE * (time.process_time() - started))


def _end(launch: Launch, child: subprocess.Popen[bytes]) -> None:
    """Ends a program whose time is up: politely first, then with what it started."""
    launch.timed_out = True
    _send(launch, child, signal.SIGTERM)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=GRACE)
    _send(launch, child, signal.SIGKILL)
    child.wait()
