"""Models that are too large or too many: estimates from files, and a host that keeps them within a budget."""

from tensorleak.models.errors import (
    HostClosed,
    ModelFailed,
    ModelFileError,
    ModelHostError,
    ModelTooLarge,
    WorkerCrashed,
    WorkerTimeout,
)
from tensorleak.models.estimate import Estimate, estimate_model
from tensorleak.models.host import ModelHost
from tensorleak.models.released import Released
from tensorleak.models.savings import Saving

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
