"""The part of Tensorleak that runs inside the observed program: cheap, bounded, standard library only."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__version__ = "0.1.0"
# What lies in this distribution, side by side: code that is never taken for the program's own.
PACKAGES = ("tensorleak_probe", "tensorleak_engine", "tensorleak_serving")

# Public name → the module that has it; imported when first used, so that starting the probe stays cheap.
HOMES = {
    "BatchError": "tensorleak_probe.guards.errors",
    "DevicesInitialised": "tensorleak_probe.guards.devices",
    "FrozenStateError": "tensorleak_probe.guards.errors",
    "FrozenStateWarning": "tensorleak_probe.guards.errors",
    "GraphSealedError": "tensorleak_probe.guards.errors",
    "GuardError": "tensorleak_probe.guards.errors",
    "LeakCallback": "tensorleak_probe.guards.hooks",
    "LeakError": "tensorleak_probe.guards.judge",
    "LeakHook": "tensorleak_probe.guards.hooks",
    "LeakWarning": "tensorleak_probe.guards.judge",
    "PoolCancelled": "tensorleak_probe.guards.errors",
    "PoolClosed": "tensorleak_probe.guards.errors",
    "PoolTimeout": "tensorleak_probe.guards.errors",
    "PredictionQueue": "tensorleak_serving.queue",
    "QueueClosed": "tensorleak_probe.guards.errors",
    "QueueFull": "tensorleak_probe.guards.errors",
    "RequestTimeout": "tensorleak_probe.guards.errors",
    "ScalarLog": "tensorleak_serving.scalars",
    "SessionPool": "tensorleak_serving.pool",
    "Spool": "tensorleak_serving.spool",
    "SpoolError": "tensorleak_probe.guards.errors",
    "SpoolFull": "tensorleak_probe.guards.errors",
    "TraceBudgetExceeded": "tensorleak_probe.guards.errors",
    "TraceBudgetWarning": "tensorleak_probe.guards.errors",
    "configure_devices": "tensorleak_probe.guards.devices",
    "frozen_state_check": "tensorleak_probe.guards.functions",
    "scoped_session": "tensorleak_probe.guards.graphs",
    "sealed_graph": "tensorleak_probe.guards.graphs",
    "trace_budget": "tensorleak_probe.guards.functions",
    "watch": "tensorleak_probe.guards.watch",
}

__all__ = ["__version__", "mark", *HOMES]


def __getattr__(name: str) -> "Any":
    home = HOMES.get(name)
    if home is None:
        raise AttributeError("module 'tensorleak_probe' has no attribute %r" % name)
    from importlib import import_module

    return getattr(import_module(home), name)


def mark(name: str = "step") -> None:
    """Counts one round trip of the program's own (a request, an episode); a no-op when nobody observes."""
    watches = sys.modules.get("tensorleak_probe.guards.watch")
    innermost = watches.innermost() if watches is not None else None
    if innermost is not None:
        innermost.mark()
        return
    lifecycle = sys.modules.get("tensorleak_probe.lifecycle")
    probe = lifecycle.current() if lifecycle is not None else None
    if probe is not None:
        probe.work.mark()
