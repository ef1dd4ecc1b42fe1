"""Accelerator memory, from TensorFlow's own accounting."""

from __future__ import annotations

import sys

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.passing import pass_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.vocabulary import Readings

MAX_DEVICES = 8


class DeviceGauge(Gauge):
    """Memory of each accelerator, as of `GPU:0`; nothing where TensorFlow has no GPU or has not started it yet."""

    reads = ("device.*.in_use", "device.*.peak")

    def read_slow(self, out: Readings) -> None:
        """Asks the running context only: asking a fresh one would initialise the devices."""
        module = sys.modules.get("tensorflow.python.eager.context")
        context = getattr(module, "_context", None)
        if (
            context is None
            or getattr(context, "_context_handle", None) is None
            or not hasattr(context, "get_memory_info")
        ):
            return
        for name in self._accelerators(context):
            try:
                info = context.get_memory_info(name)
            except Exception as error:
                pass_on(error)
                continue
            out["device.%s.in_use" % name] = info.get("current", 0)
            out["device.%s.peak" % name] = info.get("peak", 0)

    @staticmethod
    def _accelerators(context: Any) -> list[str]:
        devices = getattr(context, "_logical_devices", None) or ()
        kinds = [(device.device_type, device.name.rsplit(":", 1)[-1]) for device in devices]
        return ["%s:%s" % (kind, number) for kind, number in kinds if kind not in ("CPU", "XLA_CPU")][:MAX_DEVICES]
