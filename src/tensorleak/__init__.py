"""Tensorleak finds, explains, fixes and prevents memory leaks in TensorFlow programs."""

from importlib import import_module
from typing import Any

from tensorleak_probe import HOMES, mark

__version__ = "0.1.0"

# Public name → the module that has it; imported when first used, so that one guard does not bring in all the others.
_HOMES = {
    **HOMES,  # what runs inside the program
    **dict.fromkeys(
        (
            "Estimate",
            "HostClosed",
            "ModelFailed",
            "ModelFileError",
            "ModelHost",
            "ModelHostError",
            "ModelTooLarge",
            "WorkerCrashed",
            "WorkerTimeout",
            "estimate_model",
        ),
        "tensorleak.serving",
    ),
}

__all__ = ["__version__", "mark", *_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'tensorleak' has no attribute {name!r}")
    return getattr(import_module(home), name)


def load_ipython_extension(shell: Any) -> None:
    """What `%load_ext tensorleak` does: the magics, and the display of diagnoses."""
    import_module("tensorleak.notebook").load(shell)


def unload_ipython_extension(shell: Any) -> None:
    """What `%unload_ext tensorleak` does."""
    import_module("tensorleak.notebook").unload(shell)
