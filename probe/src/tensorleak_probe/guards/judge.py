"""Judges a watched stretch in the process itself, by the engine that `tensorleak run` uses."""

from tensorleak_engine import diagnose_with_questions, forget
from tensorleak_engine.recording import follow
from tensorleak_engine.records import End
from tensorleak_probe.guards.errors import GuardError


class LeakWarning(UserWarning):
    """Something grows with every round; `diagnosis` says what, where and why."""

    diagnosis = None


class LeakError(GuardError, RuntimeError):
    """Something grows with every round and the program asked to stop; `diagnosis` says what, where and why."""

    diagnosis = None


def glance(path):
    """A judgement while the stretch goes on: (diagnosis, close looks that would make it surer)."""
    return _judged(follow(path))


def conclude(path, collect):
    """The judgement at the end of the stretch; `collect()` settles what is in doubt."""
    diagnosis, questions = _ended(path)
    if "collect" in questions:
        collect()
        diagnosis, _ = _ended(path)
    return diagnosis


def _ended(path):
    recording = follow(path)
    recording.end = recording.end or End(recording.seconds)
    return _judged(recording)


def _judged(recording):
    """The engine's answer; it keeps nothing in the memory of the program."""
    try:
        return diagnose_with_questions(recording)
    finally:
        forget()
