"""What can go wrong with a model file or a hosted model; each line says the fact and the next action."""

from __future__ import annotations

from tensorleak.errors import TensorleakError


class ModelFileError(TensorleakError):
    """A file is not a model, is damaged, or is made to harm its reader."""


class ModelTooLarge(TensorleakError):  # noqa: N818 (named after the fact, like MemoryError's neighbours)
    """A model cannot fit into the host's budget; the message holds the figures."""


class ModelHostError(TensorleakError):
    """A hosted model could not serve a request."""


class ModelFailed(ModelHostError):  # noqa: N818
    """The model itself raised; the message is its own, and the worker goes on."""


class WorkerCrashed(ModelHostError):  # noqa: N818
    """The worker process ended while it had a request; the next request starts a new one."""


class WorkerTimeout(ModelHostError):  # noqa: N818
    """The worker did not answer in time and was ended."""


class HostClosed(ModelHostError):  # noqa: N818
    """The host was shut down; make a new one."""
