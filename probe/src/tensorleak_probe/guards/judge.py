"""Judges a watched stretch in the process itself, by the engine that `tensorleak run` uses."""

from __future__ import annotations

from tensorleak_engine import diagnose_with_questions, forget
from tensorleak_engine.recording import follow
from tensorleak_engine.records import End
from tensorleak_probe.guards.errors import GuardError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from tensorleak_engine import Diagnosis
    from tensorleak_engine.recording import Recording


class LeakWarning(UserWarning):
    """Something grows with every round; `diagnosis` says what, where and why."""

    diagnosis: Diagnosis | None = None


class LeakError(GuardError, RuntimeError):
    """Something grows with every round and the program asked to stop; `diagnosis` says what, where and why."""

    diagnosis: Diagnosis | None = None


def glance(path: str) -> tuple[Diagnosis, tuple[str, ...]]:
    """A judgement while the stretch goes on: (diagnosis, close looks that would make it surer)."""
    return _judged(follow(path))


def conclude(path: str, collect: Callable[[], object]) -> Diagnosis:
    """The judgement at the end of the stretch; `collect()` settles what is in doubt."""
    diagnosis, questions = _ended(path)
    if "collect" in questions:
        collect()
        diagnosis, _ = _ended(path)
    return diagnosis


def _ended(path: str) -> tuple[Diagnosis, tuple[str, ...]]:
    recording = follow(path)
    recording.end = recording.end or End(recording.seconds)
    return _judged(recording)


def _judged(recording: Recording) -> tuple[Diagnosis, tuple[str, ...]]:
    """The engine's answer; it keeps nothing in the memory of the program."""
    try:
        return diagnose_with_questions(recording)
    finally:
        forget()
