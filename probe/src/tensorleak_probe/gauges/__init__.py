"""Readers of gauges: one file per thing that can grow. Each knows how to hook itself in and how to read itself cheaply.

A reader has `reads` (the gauges it reads, as declared in `gauge_catalogue`), `hooks()` (module name → callback after that module was executed), `read(out)` (a few microseconds, every
sample) and may have `read_slow(out)` (up to a millisecond, with every tally).
"""

from __future__ import annotations

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.gauges.data import DataGauge
from tensorleak_probe.gauges.device import DeviceGauge
from tensorleak_probe.gauges.function import FunctionGauge
from tensorleak_probe.gauges.graph import GraphGauge
from tensorleak_probe.gauges.keras import KerasGauge
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.gauges.operation import OperationGauge
from tensorleak_probe.gauges.process import ProcessGauge
from tensorleak_probe.gauges.python import PythonGauge
from tensorleak_probe.gauges.session import SessionGauge
from tensorleak_probe.gauges.tensor import TensorGauge
from tensorleak_probe.gauges.thread import ThreadGauge
from tensorleak_probe.gauges.variable import VariableGauge

__all__ = [
    "ALL",
    "DataGauge",
    "DeviceGauge",
    "FunctionGauge",
    "GraphGauge",
    "KerasGauge",
    "MallocGauge",
    "OperationGauge",
    "ProcessGauge",
    "PythonGauge",
    "SessionGauge",
    "TensorGauge",
    "ThreadGauge",
    "VariableGauge",
]

ALL: tuple[type[Gauge], ...] = (
    ProcessGauge,
    MallocGauge,
    PythonGauge,
    GraphGauge,
    SessionGauge,
    FunctionGauge,
    OperationGauge,
    TensorGauge,
    VariableGauge,
    KerasGauge,
    DataGauge,
    DeviceGauge,
    ThreadGauge,
)
