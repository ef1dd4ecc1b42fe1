"""Reads the levels of one moment in the process that runs the tests, and takes close looks when asked; quiet otherwise."""

from __future__ import annotations

import atexit
import contextlib
import gc
import os
import shutil
import sys
import tempfile
import threading
import time

from tensorleak_probe import lifecycle
from tensorleak_probe.gauges import MallocGauge, ProcessGauge
from tensorleak_probe.looks.census import Census
from tensorleak_probe.looks.tracked import tracked_objects
from tensorleak_probe.testing.levels import BYTES, COARSE, COUNTERS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterator

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings

BLOCK = 64  # bytes of an average small Python object: pymalloc's arenas are not malloc's
NEVER = float("inf")


def start_probe() -> Probe:
    """The probe of this process; one that was started here keeps still between the looks that a test asks for."""
    probe = lifecycle.current()
    if probe is not None:
        return probe
    folder = tempfile.mkdtemp(prefix="tensorleak-pytest-")
    probe = lifecycle.Probe(os.path.join(folder, "tests.jsonl"))
    probe.sampler.paused = True
    probe.work.due = NEVER
    probe.start()
    os.environ.pop("TENSORLEAK_PARENT", None)  # programs that tests start are not this test's to observe
    atexit.unregister(probe.at_exit)
    atexit.register(_remove, folder, os.getpid())
    return probe


def _remove(folder: str, owner: int) -> None:
    if os.getpid() == owner:  # not in a forked child that ends by itself
        shutil.rmtree(folder, ignore_errors=True)


def live_tensors() -> int:
    """Eager tensors that the collector knows; frozen ones, which were there before, are not among them."""
    kind = getattr(sys.modules.get("tensorflow.python.framework.ops"), "EagerTensor", None)
    if kind is None:
        return 0
    return sum(1 for candidate in map(type, tracked_objects()) if candidate is kind)


def native_threads() -> int:
    """Threads of the process, native ones included."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


class Meter:
    """Levels and close looks of the running process."""

    def __init__(self, probe: Probe) -> None:
        self.probe = probe
        self._malloc = probe.gauge(MallocGauge)

    @contextlib.contextmanager
    def measuring(self) -> Iterator[Meter]:
        """Keeps the probe still: samples and looks of its own would count as the test's memory."""
        sampler, work = self.probe.sampler, self.probe.work
        before = sampler.paused, work.due
        sampler.paused, work.due = True, NEVER
        try:
            yield self
        finally:
            sampler.paused, work.due = before

    @contextlib.contextmanager
    def frozen(self) -> Iterator[None]:
        """Puts all that exists aside, garbage too, so that collections cost what the test made and not what TensorFlow did."""
        if gc.get_freeze_count():  # the program's own freeze: not ours to undo
            yield
            return
        gc.freeze()
        try:
            yield
        finally:
            gc.unfreeze()

    def level(self) -> Readings:
        """All counters and bytes of this moment, after a collection: what is left is held."""
        gc.collect()
        gc.collect()  # finalisers of the first one let go of more
        values = self.probe.read_gauges()
        level = {name: values[name] for name in COUNTERS if name in values}
        level["tensor.count"] = live_tensors()
        level["thread.count"] = native_threads()
        in_use = self._malloc.in_use()
        if in_use:
            level[BYTES] = in_use + BLOCK * sys.getallocatedblocks()
        if COARSE in values:
            level[COARSE] = values[COARSE]
        return level

    def extra_memory(self, call: Callable[[], object]) -> float | None:
        """Resident memory that one call needs beyond what is there, at its peak; None where the system does not tell."""
        self._malloc.trim()
        try:
            with open("/proc/self/clear_refs", "w") as sheet:
                sheet.write("5")  # resets the high-water mark
        except OSError:
            call()
            return None
        before = self._resident()
        call()
        with open("/proc/self/status") as status:
            peak = next((int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")), None)
        return None if peak is None else max(0, peak - before)

    def _resident(self) -> float:
        out: Readings = {}
        self.probe.gauge(ProcessGauge).read(out)
        return out.get(COARSE, 0)

    def mark(self) -> None:
        """Counts one iteration as a unit of work."""
        self.probe.work.mark()

    def sample(self) -> None:
        """A sample in the recording: series are what is judged."""
        self.probe.sampler.take()
        self.probe.work.due = NEVER

    def begin_looking(self) -> None:
        """Begins a series of close looks that knows nothing of what grew in other tests."""
        self._census = Census(self.probe)

    def look(self) -> None:
        """A sample, the tables of births, traces and operations, and a census, all written down."""
        probe = self.probe
        gc.collect()
        probe.sampler.tally_now()
        probe.work.due = NEVER
        started = time.perf_counter()
        census = self._census.take(libraries=True)
        probe.write_new_sites()
        record = {"k": "look", "t": probe.elapsed(), "kind": "census", "final": False, "w": dict(probe.work.counts)}
        record.update(census)
        record["seconds"] = round(time.perf_counter() - started, 4)
        probe.writer.write(record)
