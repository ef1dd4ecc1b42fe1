"""Resident memory of this process and its children, open files."""

import os

from tensorleak_probe.gauges.base import Gauge

PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


class ProcessGauge(Gauge):
    """`process.rss`, `process.file`, `file.open`, `child.rss`: from /proc, left out where there is none."""

    def __init__(self, probe):
        super().__init__(probe)
        self.after_fork()

    def after_fork(self):
        """An inherited descriptor would show the parent: open our own."""
        try:
            self._statm = os.open("/proc/self/statm", os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
        except OSError:
            self._statm = None

    def read(self, out):
        """One pread."""
        if self._statm is not None:
            _, resident, shared, _ = os.pread(self._statm, 64, 0).split(None, 3)
            out["process.rss"] = int(resident) * PAGE
            out["process.file"] = int(shared) * PAGE

    def read_slow(self, out):
        """Counts descriptors and adds up the children's memory."""
        try:
            out["file.open"] = len(os.listdir("/proc/self/fd")) - 1
            with open("/proc/self/task/%d/children" % os.getpid()) as listing:
                children = listing.read().split()[:64]
        except OSError:
            return
        total = 0
        for child in children:
            try:
                with open("/proc/%s/statm" % child) as statm:
                    total += int(statm.read().split()[1]) * PAGE
            except (OSError, IndexError, ValueError):
                continue
        out["child.rss"] = total
