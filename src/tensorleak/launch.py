"""Runs a program under the probe: starts it unchanged, has its recording followed, passes signals on, waits for its end.

What is needed to start the program is imported before it, everything else while it runs.
"""

from __future__ import annotations

import contextlib
import math
import os
import select
import signal
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from tensorleak.errors import InternalError, UsageError
from tensorleak.relay import Relay, Witness, deliver
from tensorleak.target import clear_target, default_recording, remove_recording

if TYPE_CHECKING:
    from tensorleak_engine import Diagnosis

    from tensorleak.follower import Follower, Seen

__all__ = [
    "Launch",
    "Streams",
    "clear_target",
    "default_recording",
    "probe_folder",
    "remove_recording",
    "run",
]

POLL = 0.2
GRACE = 5.0
AFTER_FAULT = 5.0
COST_SHARE = 100  # following may use 1/100 of the time ...
SAVED = 0.2  # ... and save up so many seconds of processor time: first diagnoses come in a row, when work has begun


@dataclass(frozen=True)
class Streams:
    """The descriptors that the program gets; None passes the user's own on."""

    stdin: int | None = None
    stdout: int | None = None
    stderr: int | None = None


@dataclass
class Launch:
    """What to run, where its recording goes, and how it ended."""

    command: list[str]
    record: Path
    announce: Callable[[Diagnosis], None] = lambda diagnosis: None
    withdraw: Callable[[str, Diagnosis], None] = lambda sentence, diagnosis: None
    observe: Callable[[Sequence[Seen]], None] = lambda seen: None
    autopsy: bool = True  # whether the probe may empty TensorFlow's caches when the program is over
    watched: bool = False  # every diagnosis is shown, not only what changes in it
    environment: dict[str, str] = field(default_factory=lambda: dict(os.environ))
    folder: Path | None = None
    streams: Streams = field(default_factory=Streams)
    timeout: float | None = None
    timed_out: bool = field(default=False, init=False)
    signalled: int = field(default=0, init=False)  # the last signal that the desk got
    ended_by: int = field(default=0, init=False)  # the signal that ended the program
    follower: Follower | None = field(default=None, init=False)  # there since the recording was first seen


def probe_folder() -> Path:
    """The folder that leads PYTHONPATH in the program: found without importing the probe into the desk."""
    spec = find_spec("tensorleak_probe")
    if spec is None or spec.origin is None:
        raise InternalError("the package tensorleak-probe is missing: reinstall tensorleak")
    return Path(spec.origin).parent / "inject"


def run(launch: Launch) -> int:
    """Runs the program to its end; returns its exit status the way a shell would."""
    environment = dict(launch.environment)
    inject = str(probe_folder())
    environment["PYTHONPATH"] = os.pathsep.join(part for part in (inject, environment.get("PYTHONPATH", "")) if part)
    environment["TENSORLEAK_RECORD"] = str(launch.record.absolute())
    environment.pop("TENSORLEAK_PARENT", None)
    if not launch.autopsy:
        environment["TENSORLEAK_AUTOPSY"] = "0"
    with contextlib.ExitStack() as stack:
        child = _started(launch, environment, stack)
        _follow(launch, child, stack.enter_context(_watched_end(child)))
    status = child.returncode
    launch.ended_by = max(0, -status)
    return 128 - status if status < 0 else status


def _started(launch: Launch, environment: dict[str, str], stack: contextlib.ExitStack) -> subprocess.Popen[bytes]:
    """The program, with the desk's signals passed on to it until the stack is left."""
    own_group = launch.timeout is not None
    witness = None if own_group else stack.enter_context(contextlib.closing(Witness()))
    running: list[subprocess.Popen[bytes]] = []

    def send(number: int) -> None:
        deliver(running[0], number, own_group)

    relay = Relay(send, witness)
    stack.callback(lambda: setattr(launch, "signalled", relay.last))
    stack.callback(relay.restore)
    relay.prepare()
    running.append(_start(launch, environment))
    relay.started()
    return running[0]


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
            close_fds=False,  # what the desk inherited is the program's; the desk's own descriptors close by themselves
            start_new_session=launch.timeout is not None,  # so that a timeout ends what the program started, too
        )
    except OSError as error:
        raise UsageError(f"cannot start {launch.command[0]!r}: {error.strerror or error}") from error


@contextlib.contextmanager
def _watched_end(child: subprocess.Popen[bytes]) -> Iterator[Callable[[float], bool]]:
    """A way to wait for the end of the program, so many seconds long, that sleeps meanwhile where the system can."""

    def ended_within(seconds: float) -> bool:
        if handle is not None and not select.select([handle], [], [], seconds)[0]:
            return False
        try:
            child.wait(timeout=seconds if handle is None else None)
            return True
        except subprocess.TimeoutExpired:
            return False

    try:
        handle: int | None = os.pidfd_open(child.pid)
    except (OSError, AttributeError):  # an old kernel, or a sandbox: the end is looked for many times a second
        handle = None
    try:
        yield ended_within
    finally:
        if handle is not None:
            os.close(handle)


def _follow(launch: Launch, child: subprocess.Popen[bytes], ended_within: Callable[[float], bool]) -> None:
    pause = POLL
    allowance = Allowance(time.monotonic())
    deadline = math.inf if launch.timeout is None else time.monotonic() + launch.timeout
    while not ended_within(max(0.0, min(pause, deadline - time.monotonic()))):
        if time.monotonic() >= deadline:
            _end(launch, child)
            return
        pause = _step(launch, allowance)


@dataclass
class Allowance:
    """The processor time that following may use: a hundredth of the time that passes, and little of it is saved up."""

    since: float
    left: float = 0.0

    def pause_after(self, cost: float, now: float) -> float:
        """Seconds to wait after a step that took `cost` seconds of processor time."""
        self.left = min(SAVED, self.left + (now - self.since) / COST_SHARE) - cost
        self.since = now
        return max(POLL, -self.left * COST_SHARE)


def _step(launch: Launch, allowance: Allowance) -> float:
    """Follows the recording once it is there; returns the seconds until the next time."""
    try:
        if launch.follower is None:
            if not launch.record.exists():
                return POLL
            from tensorleak.follower import Follower

            launch.follower = Follower(launch)
        started = time.process_time()  # loading the follower is paid once
        launch.follower.step()
        return allowance.pause_after(time.process_time() - started, time.monotonic())
    except Exception:  # the final report will say what is wrong
        return AFTER_FAULT


def _end(launch: Launch, child: subprocess.Popen[bytes]) -> None:
    """Ends a program whose time is up: politely first, then with what it started."""
    launch.timed_out = True
    deliver(child, signal.SIGTERM, group=True)
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(timeout=GRACE)
    deliver(child, signal.SIGKILL, group=True)
    child.wait()
