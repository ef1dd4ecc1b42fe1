"""What malloc has given out and what it keeps free: tells a leak from retention."""

from __future__ import annotations

import ctypes

from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.passing import pass_on

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings

FIELDS = (
    "arena",
    "ordblks",
    "smblks",
    "hblks",
    "hblkhd",
    "usmblks",
    "fsmblks",
    "uordblks",
    "fordblks",
    "keepcost",
)


class _Mallinfo2(ctypes.Structure):
    _fields_ = [(name, ctypes.c_size_t) for name in FIELDS]


class MallocGauge(Gauge):
    """Memory in use (heap and mmapped blocks) and kept free, by glibc's mallinfo2 (2.33 or newer)."""

    reads = ("malloc.in_use", "malloc.free")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self._mallinfo = self._trim = None
        try:
            libc = ctypes.CDLL(None)
            self._mallinfo = libc.mallinfo2
            self._mallinfo.restype = _Mallinfo2
            self._mallinfo.argtypes = []
        except (OSError, AttributeError) as error:
            pass_on(error)
        try:
            self._trim = ctypes.CDLL(None).malloc_trim
        except (OSError, AttributeError) as error:
            pass_on(error)

    def read(self, out: Readings) -> None:
        """Asks glibc, with one call, for the bytes in use and the bytes kept free."""
        if self._mallinfo is not None:
            info = self._mallinfo()
            out["malloc.in_use"] = info.uordblks + info.hblkhd
            out["malloc.free"] = info.fordblks

    def in_use(self) -> int:
        """Bytes given out now, or 0 where malloc does not tell."""
        if self._mallinfo is None:
            return 0
        info = self._mallinfo()
        nbytes: int = info.uordblks + info.hblkhd
        return nbytes

    def trim(self) -> None:
        """Returns free pages to the system: close looks only, it changes the process."""
        if self._trim is not None:
            self._trim(0)
