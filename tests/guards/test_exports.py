"""The guards are one import away, from either distribution, and importing either stays cheap."""

from __future__ import annotations

import subprocess
import sys

import pytest

NAMES = [
    "BatchError",
    "FrozenStateError",
    "FrozenStateWarning",
    "GraphSealedError",
    "GuardError",
    "PoolCancelled",
    "PoolClosed",
    "PoolTimeout",
    "PredictionQueue",
    "QueueClosed",
    "QueueFull",
    "RequestTimeout",
    "ScalarLog",
    "SessionPool",
    "Spool",
    "SpoolError",
    "SpoolFull",
    "TraceBudgetExceeded",
    "TraceBudgetWarning",
    "frozen_state_check",
    "scoped_session",
    "sealed_graph",
    "trace_budget",
]


@pytest.mark.parametrize("package", ["tensorleak", "tensorleak_probe"])
def test_every_guard_is_exported(package: str) -> None:
    module = __import__(package)
    assert set(NAMES) <= set(module.__all__)
    for name in NAMES:
        assert getattr(module, name).__name__ == name
    with pytest.raises(AttributeError, match="no_such_guard"):
        _ = module.no_such_guard


@pytest.mark.parametrize("package", ["tensorleak", "tensorleak_probe"])
def test_importing_brings_in_neither_guards_nor_numpy_nor_tensorflow(package: str) -> None:
    source = f"import sys, {package}; print([n for n in sys.modules if n.startswith(('tensorleak_probe.guards', 'tensorleak_serving', 'tensorleak.serving', 'numpy', 'tensorflow'))])"
    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_guards_need_neither_numpy_nor_tensorflow_to_be_imported() -> None:
    source = (
        "import sys; sys.modules['numpy'] = sys.modules['tensorflow'] = None\n"
        f"from tensorleak_probe import {', '.join(NAMES)}\n"
        "ScalarLog().append(1.0)\n"
    )
    subprocess.run([sys.executable, "-c", source], check=True)
