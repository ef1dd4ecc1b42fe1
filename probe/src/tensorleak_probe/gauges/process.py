"""Resident memory of this process and its children, open files."""

from __future__ import annotations

import os

from tensorleak_probe.descriptors import CLOEXEC, LostError, OwnDescriptor
from tensorleak_probe.gauges.base import Gauge
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class ProcessGauge(Gauge):
    """Resident memory and open files, from /proc; left out where there is none."""

    reads = ("process.rss", "process.file", "file.open", "child.rss")

    def __init__(self, probe: Probe) -> None:
        super().__init__(probe)
        self._statm: OwnDescriptor | None = None
        self._pid: int | None = None
        self._reopen()

    def _reopen(self) -> None:
        self._pid = system.getpid()
        try:
            self._statm = OwnDescriptor("/proc/self/statm", os.O_RDONLY)
        except OSError as error:
            pass_on(error)
            self._statm = None

    def after_fork(self) -> None:
        """An inherited descriptor shows the parent: it is let go of, and opened anew when a reading is wanted."""
        if self._statm is not None:
            self._statm.close()
        self._statm = None

    def read(self, out: Readings) -> None:
        """Reads resident bytes, and those of them that are pages of files, from `/proc/self/statm`."""
        if self._statm is None and self._pid != system.getpid():
            self._reopen()
        if self._statm is None:
            return
        try:
            _, resident, shared, _ = self._statm.pread(64).split(None, 3)
        except LostError as error:
            pass_on(error)
            self._statm = None
            return
        out["process.rss"] = int(resident) * PAGE
        out["process.file"] = int(shared) * PAGE

    def read_slow(self, out: Readings) -> None:
        """Counts descriptors and adds up the children's memory."""
        try:
            out["file.open"] = len(system.listdir("/proc/self/fd")) - 1
            children = _text("/proc/self/task/%d/children" % system.getpid()).split()[:64]
        except OSError as error:
            pass_on(error)
            return
        total = 0
        for child in children:
            try:
                total += int(_text("/proc/%s/statm" % child).split()[1]) * PAGE
            except (OSError, IndexError, ValueError) as error:
                pass_on(error)
                continue
        out["child.rss"] = total


def _text(path: str) -> str:
    """The beginning of a small file of the kernel's."""
    fd = system.open(path, os.O_RDONLY | CLOEXEC)
    try:
        return system.read(fd, 4096).decode("ascii", "replace")
    finally:
        system.close(fd)
