"""Models that are too large or too many: estimates from files, and a host that keeps them within a budget."""

from tensorleak.serving.errors import (
    HostClosed,
    ModelFailed,
    ModelFileError,
    ModelHostError,
    ModelTooLarge,
    WorkerCrashed,
    WorkerTimeout,
)
from tensorleak.serving.estimate import Estimate, estimate_model
from tensorleak.serving.host import ModelHost
from tensorleak.serving.released import Released
from tensorleak.serving.savings import Saving

__all__ = [
    "Estimate",
    "HostClosed",
    "ModelFailed",
    "ModelFileError",
    "ModelHost",
    "ModelHostError",
    "ModelTooLarge",
    "Released",
    "Saving",
    "WorkerCrashed",
    "WorkerTimeout",
    "estimate_model",
]
