"""What the guards raise: one tree, so that `except GuardError` catches everything of theirs and nothing else."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.guards.functions import Change, Trace

# ruff: noqa: N818  the names say what happened, as queue.Full and TimeoutError do


class GuardError(Exception):
    """Base of all errors that a guard raises."""

    ag_pass_through = True  # AutoGraph would otherwise replace an unfamiliar error by one of its own


class GraphSealedError(GuardError, RuntimeError):
    """An op was added to a sealed graph."""

    def __init__(self, op_type: str, site: str) -> None:
        super().__init__(
            "%s adds a %s op to a sealed graph. Build it once, before the graph is sealed, "
            "and feed what changes through a placeholder." % (site, op_type)
        )
        self.op_type = op_type
        self.site = site


class PoolTimeout(GuardError, TimeoutError):
    """No session came free in time."""


class PoolCancelled(GuardError, RuntimeError):
    """The wait for a session was cancelled."""


class PoolClosed(GuardError, RuntimeError):
    """The pool of sessions is closed."""


class QueueFull(GuardError, RuntimeError):
    """The queue has no place left and was told to reject rather than to wait."""


class QueueClosed(GuardError, RuntimeError):
    """The queue was closed before the request was answered."""


class RequestTimeout(GuardError, TimeoutError):
    """A request was not answered in time; its result, should there be one, is dropped."""


class BatchError(GuardError, ValueError):
    """The model's answer does not have one row per request."""


class TraceBudgetExceeded(GuardError, RuntimeError):
    """A function was traced more often than its budget allows."""

    def __init__(self, message: str, trace: Trace) -> None:
        super().__init__(message)
        self.trace = trace


class FrozenStateError(GuardError, RuntimeError):
    """Python state that a traced function captured has changed since, and the function does not see it."""

    def __init__(self, message: str, changes: list[Change]) -> None:
        super().__init__(message)
        self.changes = changes


class FrozenStateWarning(UserWarning):
    """Python state that a traced function captured has changed since; told as a warning, the call goes on."""


class TraceBudgetWarning(UserWarning):
    """A function was traced more often than its budget allows."""


class SpoolError(GuardError, ValueError):
    """A file is no spool, is damaged, or cannot take what it was given."""


class SpoolFull(SpoolError):
    """The spool has reached the size it was allowed."""
