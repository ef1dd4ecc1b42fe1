"""Decides when to sample: at boundaries of work while the program works, by the clock when it does not."""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from _thread import LockType
    from typing import Callable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings, Record, Seconds

SPACING = 0.010  # seconds between samples at the start of a run
SPACING_SHARE = 1 / 1000  # ... later a thousandth of the elapsed time: the file grows with the logarithm of the run
FIRST_SECONDS = 8
FIRST_SHARE = 1 / 200  # what a sample of the first seconds may cost of the time until the next ...
WAIT_SHARE = 1 / 5  # ... which comes after a fifth of the time so far at the latest: short loops, too, are to be judged
TALLY_SPACING = 0.25
TALLY_SHARE = 1 / 100


class ClockThread:
    """Calls a function every `tick` seconds until it is stopped."""

    own: set[int] = set()  # the ids of all clock threads: none of them is the program's
    clocks: set[int] = set()  # ... and the clocks of their processor time

    def __init__(self, tick: Seconds, function: Callable[[], object]) -> None:
        self.stopping = False
        self._ident: int | None = None
        self._wake = system.allocate_lock()
        self._done = system.allocate_lock()
        self._wake.acquire()
        self._done.acquire()
        system.start_thread(self._run, (tick, function))

    def _run(self, tick: Seconds, function: Callable[[], object]) -> None:
        self._ident = system.thread_id()
        self.own.add(self._ident)
        clock = system.clock_of_thread(self._ident) if system.clock_of_thread is not None else 0
        self.clocks.add(clock)
        try:
            while not self._wake.acquire(True, tick) and not self.stopping:
                function()
        finally:
            self.own.discard(self._ident)
            self.clocks.discard(clock)
            self._done.release()

    def stop(self) -> None:
        """Lets the thread end after what it is doing."""
        if not self.stopping:
            self.stopping = True
            self._wake.release()

    def join(self, seconds: Seconds) -> None:
        """Waits until the thread has ended, at most `seconds`; not in that thread itself."""
        if self._ident != system.thread_id() and self._done.acquire(True, seconds):
            self._done.release()


class Sampler:
    """Takes samples in the thread that just finished a unit of work; a thread of its own covers the pauses."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._last: Readings = {}
        self._taken = self._refreshed = 0.0
        self._tally_due = self._planned = 0.0  # when the next tally and the next sample are due
        self._lock = system.allocate_lock()
        self._clock_thread: ClockThread | None = None
        self._worker = system.thread_id()  # the thread that was last seen between two units of work
        self.count = 0
        self.seconds = 0.0
        self.paused = False

    def start(self) -> None:
        """Starts the clock thread, once TensorFlow is loaded.

        It is a bare thread: `threading.enumerate()` does not show it, and a program that replaces `threading` does not get it.
        """
        if self._clock_thread is None or self._clock_thread.stopping:
            self._clock_thread = ClockThread(self._probe.budget.tick, self._tick)

    def after_fork(self) -> None:
        """In a child: no thread survived, and what was last written went to another file."""
        self._lock = system.allocate_lock()
        self._clock_thread = None
        self._worker = system.thread_id()
        self._last = {}

    def _tick(self) -> None:
        if self.paused:
            return
        try:
            if not self._probe.is_ready():
                return
            self._probe.imports.catch_up()
            now = system.clock()
            tick = self._probe.budget.tick
            if now >= self._probe.work.due + tick or now - self._taken > max(tick, self._spacing(now)):
                self.take(thread=self._worker)
            self._probe.serve_requests()
            self._probe.looks.tick()
        except BaseException as error:  # nothing of the program's runs in this thread
            self._probe.fault("sampler", error)

    def stop(self) -> None:
        """Lets the clock thread end after the step it is in."""
        if self._clock_thread is not None:
            self._clock_thread.stop()

    def refresh(self) -> None:
        """Another stretch of work begins: it has first seconds of its own."""
        self._refreshed = system.clock()

    def join(self, seconds: Seconds) -> None:
        """Waits for the clock thread to end; not from that thread itself."""
        if self._clock_thread is not None:
            self._clock_thread.join(seconds)

    def state(self) -> tuple[Readings, Readings]:
        """What the samples so far add up to: gauges and work counters."""
        last = dict(self._last)
        work = {name[2:]: count for name, count in last.items() if name.startswith("w:")}
        return {name: value for name, value in last.items() if not name.startswith("w:")}, work

    def hold(self) -> LockType:
        """A lock under which no sample is taken."""
        return self._lock

    def tally_now(self) -> bool:
        """Takes a sample with all tables, whatever is due; False when another thread was taking one all the time."""
        for _ in range(10):
            taken, self._tally_due = self.count, 0.0
            self.take()
            if self.count > taken:
                return True
            system.sleep(0.002)
        return False

    def postpone(self, seconds: Seconds) -> None:
        """Moves everything that is due by the time that the probe was suspended."""
        self._taken += seconds
        self._tally_due += seconds
        self._planned += seconds
        self._probe.work.due += seconds

    def boundary(self) -> None:
        """Runs in the program's own thread between two units of work."""
        try:
            if not self._probe.is_ready():
                return
            self._worker = system.thread_id()
            self._probe.imports.catch_up()
            looks = self._probe.looks
            watching = looks.is_watching()
            if system.clock() >= (self._planned if watching else self._taken + SPACING):
                self.take()
            looks.at_boundary()
            if looks.is_watching():
                self._probe.work.due = min(self._planned, system.clock() + looks.until_next())
            elif watching:
                self._probe.work.due = self._planned
            if looks.is_under_way():  # its next step comes soon, and not with the next sample
                self._probe.work.due = min(self._probe.work.due, system.clock() + looks.rest)
        except BaseException as error:
            self._probe.keep("boundary", error)

    def _spacing(self, now: Seconds) -> Seconds:
        return max(SPACING, (now - self._probe.started) * SPACING_SHARE)

    def _age(self, now: Seconds) -> Seconds:
        """How long this stretch of work has been observed."""
        return now - max(self._probe.ready, self._refreshed) if self._probe.ready is not None else 0.0

    def _pause_after(self, cost: Seconds, now: Seconds) -> Seconds:
        """The time that a sample of this cost has to be followed by."""
        return cost / (FIRST_SHARE if self._age(now) < FIRST_SECONDS else self._probe.budget.samples)

    def _next(self, now: Seconds, cost: Seconds) -> Seconds:
        """When the next boundary of work is looked at: after a while, but one by one as long as these are the first rounds."""
        if self._probe.looks.is_early():
            return 0.0
        age, pause = self._age(now), self._pause_after(cost, now)
        return now + max(self._spacing(now), min(pause, WAIT_SHARE * age) if age < FIRST_SECONDS else pause)

    def take(self, final: bool = False, thread: int | None = None) -> None:
        """Writes one sample: what changed in work and gauges since the last one. `thread` is at work, where it is not this one."""
        if not self._lock.acquire(False):
            return
        tally, started, busy = final, system.clock(), system.processor()
        try:
            self._probe.work.due = started + 3600  # nobody else starts one meanwhile
            tally = tally or started >= self._tally_due
            values = self._probe.read_gauges(slow=tally)
            self._probe.looks.note(self._last, values, started - self._taken)
            self._write(started, values, final)
            if tally:
                sites = self._probe.sites
                self._probe.write_tally(final, sites.here() if thread is None else sites.of_thread(thread))
        finally:
            self._taken = ended = system.clock()
            cost = system.processor() - busy  # what it took from the program, not what others took from both
            self.count += 1
            self.seconds += cost
            if tally:
                self._tally_due = ended + max(
                    TALLY_SPACING, (ended - self._probe.started) * TALLY_SHARE, self._pause_after(cost, ended) / 2
                )
            self._probe.work.due = self._planned = self._next(ended, 0.0 if tally else cost)
            self._lock.release()

    def _write(self, started: Seconds, values: Readings, final: bool) -> None:
        changed = {name: value for name, value in values.items() if self._last.get(name) != value}
        self._last.update(changed)
        work = {
            name: count for name, count in self._probe.work.counts.items() if self._last.get("w:" + name, 0) != count
        }
        self._last.update({"w:" + name: count for name, count in work.items()})
        record: Record = {"k": "sample", "t": round(started - self._probe.started, 4), "g": changed}
        if work:
            record["w"] = work
        if final:
            record["final"] = True
        self._probe.writer.write(record, important=final)
