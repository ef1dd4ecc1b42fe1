"""Tensorleak finds, explains, fixes and prevents memory leaks in TensorFlow programs."""

from importlib import import_module
from typing import Any

from tensorleak_probe import mark

__version__ = "0.1.0"

# Public name → the module that has it; imported when first used, so that one guard does not bring in all the others.
_HOMES = {
    "BatchError": "tensorleak_probe.guards.errors",
    "DevicesInitialised": "tensorleak_probe.guards.devices",
    "Estimate": "tensorleak.models",
    "FrozenStateError": "tensorleak_probe.guards.errors",
    "FrozenStateWarning": "tensorleak_probe.guards.errors",
    "GraphSealedError": "tensorleak_probe.guards.errors",
    "GuardError": "tensorleak_probe.guards.errors",
    "HostClosed": "tensorleak.models",
    "LeakCallback": "tensorleak_probe.guards.hooks",
    "LeakError": "tensorleak_probe.guards.judge_words",
    "LeakHook": "tensorleak_probe.guards.hooks",
    "LeakWarning": "tensorleak_probe.guards.judge_words",
    "ModelFailed": "tensorleak.models",
    "ModelFileError": "tensorleak.models",
    "ModelHost": "tensorleak.models",
    "ModelHostError": "tensorleak.models",
    "ModelTooLarge": "tensorleak.models",
    "PoolCancelled": "tensorleak_probe.guards.errors",
    "PoolClosed": "tensorleak_probe.guards.errors",
    "PoolTimeout": "tensorleak_probe.guards.errors",
    "PredictionQueue": "tensorleak_probe.guards.queue",
    "QueueClosed": "tensorleak_probe.guards.errors",
    "QueueFull": "tensorleak_probe.guards.errors",
    "RequestTimeout": "tensorleak_probe.guards.errors",
    "ScalarLog": "tensorleak_probe.guards.scalars",
    "SessionPool": "tensorleak_probe.guards.pool",
    "Spool": "tensorleak_probe.guards.spool",
    "SpoolError": "tensorleak_probe.guards.errors",
    "SpoolFull": "tensorleak_probe.guards.errors",
    "TraceBudgetExceeded": "tensorleak_probe.guards.errors",
    "TraceBudgetWarning": "tensorleak_probe.guards.errors",
    "WorkerCrashed": "tensorleak.models",
    "WorkerTimeout": "tensorleak.models",
    "configure_devices": "tensorleak_probe.guards.devices",
    "estimate_model": "tensorleak.models",
    "frozen_state_check": "tensorleak_probe.guards.functions",
    "scoped_session": "tensorleak_probe.guards.graphs",
    "sealed_graph": "tensorleak_probe.guards.graphs",
    "trace_budget": "tensorleak_probe.guards.functions",
    "watch": "tensorleak_probe.guards.watch",
}

__all__ = ["__version__", "mark", *_HOMES]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'tensorleak' has no attribute {name!r}")
    return getattr(import_module(home), name)
