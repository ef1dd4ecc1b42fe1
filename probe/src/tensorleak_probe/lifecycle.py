"""The probe's life in one process once TensorFlow is imported: hooks, samples, fork, exit; and the place where its faults end."""

from __future__ import annotations

import atexit
import os
import sys

from tensorleak_probe import budget, gauges, interruptions, plain
from tensorleak_probe.births import Births
from tensorleak_probe.hooks import Hooks
from tensorleak_probe.imports import ImportListener, is_complete
from tensorleak_probe.looks import Looks
from tensorleak_probe.requests import Requests
from tensorleak_probe.sampler import Sampler
from tensorleak_probe.scale import Scale
from tensorleak_probe.shapes import Shapes
from tensorleak_probe.sites import Sites
from tensorleak_probe.sources import Sources
from tensorleak_probe.standby import Recorder, absence
from tensorleak_probe.system import system
from tensorleak_probe.traces import Traces
from tensorleak_probe.work import Work
from tensorleak_probe.writer import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Sequence, TypeVar

    from tensorleak_probe.gauges.base import Gauge
    from tensorleak_probe.vocabulary import ModuleHook, Readings, Record, Seconds, SiteId
    from tensorleak_probe.writer import Sink

    G = TypeVar("G", bound=Gauge)

MAX_FAULTS = 20
# Seconds that the exit waits for the clock thread's last step. What the program drops while a step holds it is destroyed in that
# thread, and a thread that Python ends inside a C++ destructor aborts the program. With 1 s a program that dropped 200 sessions
# ended by SIGABRT once, on TensorFlow 2.16 and a busy machine, while sessions were still being destroyed.
LAST_STEP = 60.0
SILENCE = (
    0.5  # seconds after which a program that no hook hears of is taken to be at work: eager operations on Python 3.7
)
_current: Probe | None = None


def current() -> Probe | None:
    """The probe that observes this process; None where there is none."""
    return _current


def set_current(probe: Probe | None) -> None:
    """Makes `probe` the one of this process; None while it rests."""
    global _current
    _current = probe


class Probe:
    """Owns the parts and wires them; everything else knows only its neighbours."""

    budget = budget.RUN
    autopsy = False  # whether TensorFlow's caches may be emptied when the program is over

    def __init__(
        self, recorder: str | Recorder, imports: ImportListener | None = None, started: Seconds | None = None
    ) -> None:
        self.started = system.clock() if started is None else started
        self.recorder = Recorder(recorder) if isinstance(recorder, str) else recorder
        self.faults = 0
        self.ended = False
        self.ready: Seconds | None = None
        self.forked = False
        encode.use_library()
        self.sites = Sites()
        self.sources = Sources(self.sites)
        self.work = Work()
        self.births = Births(self.sites, self.is_ready)
        self.traces = Traces(self)
        self.shapes = Shapes(self)
        self.hooks = Hooks(self)
        self._alone = imports is None
        self.imports = ImportListener(self.guard) if imports is None else imports
        self.gauges = [gauge(self) for gauge in gauges.ALL]
        self.sampler = Sampler(self)
        self.looks = Looks(self)
        self.requests = Requests()
        self.work.boundary = self.sampler.boundary
        self._sites_written = 0
        self._environment_written = False
        self._rows_written: dict[str, dict[int, int]] = {}
        self._complaints: set[tuple[str, str]] = set()

    @property
    def writer(self) -> Sink:
        """The file, or the files, that records are written to."""
        sink: Sink = self.recorder.writer
        return sink

    @writer.setter
    def writer(self, writer: Sink) -> None:
        self.recorder.writer = writer

    def gauge(self, kind: type[G]) -> G:
        """This probe's reader of gauges of one class."""
        return next(gauge for gauge in self.gauges if isinstance(gauge, kind))

    def start(self) -> None:
        """Opens the recording where that is not done yet, hooks the imports and waits for TensorFlow."""
        self._open()
        set_current(self)
        self.traces.weigh = Scale(self.gauge(gauges.MallocGauge).in_use).weigh
        for gauge in self.gauges:
            for module, callback in gauge.hooks().items():
                self.imports.after(module, self._guarded(callback))
        self.imports.install()
        self.imports.catch_up()
        self.sampler.start()
        if self._alone:  # nobody stood by who would tell of forks and of the end
            atexit.register(self.at_exit)
            if hasattr(os, "register_at_fork"):
                os.register_at_fork(after_in_child=self.after_fork)

    def _guarded(self, callback: ModuleHook) -> ModuleHook:
        return lambda module: self.guard(callback, module)

    def is_ready(self) -> bool:
        """Whether TensorFlow's import is complete: what was made before belongs to it, from then on it is the program's."""
        if self.ready is None and is_complete(sys.modules.get("tensorflow")):
            self.imports.catch_up()
            self.ready = system.clock()
            self.births.counting = True
        return self.ready is not None

    def _open(self) -> None:
        if not self.recorder.identity:
            self.recorder.open()
        self.requests.open(self.writer.path)

    def guard(self, callback: Callable[[Any], object], argument: Any) -> None:
        """Calls back and keeps any fault inside the probe."""
        try:
            callback(argument)
        except BaseException as error:
            self.keep(getattr(callback, "__qualname__", "callback"), error)

    def keep(self, where: str, error: BaseException) -> None:
        """To be called while an exception is handled: the program's own goes on to the program, any other ends here."""
        own = interruptions.programs(error)
        if own is not None:
            raise own
        self.fault(where, error)

    def fault(self, where: str, error: BaseException) -> None:
        """Notes a fault of the probe itself in the recording: each once, and never more than a few."""
        self.faults += 1
        told = "%s: %s" % (type(error).__name__, str(error)[:200])
        if (where, told) in self._complaints or len(self._complaints) >= MAX_FAULTS:
            return
        self._complaints.add((where, told))
        self.writer.write({"k": "fault", "t": self.elapsed(), "where": str(where), "error": told})

    def has_begun(self) -> bool:
        """Whether the program has done any TensorFlow work of its own."""
        if any(self.work.counts.values()) or self.gauge(gauges.TensorGauge).created() > 50:
            return True
        return self.ready is not None and system.clock() > self.ready + SILENCE

    def elapsed(self) -> Seconds:
        """Seconds since the probe started."""
        return round(system.clock() - self.started, 4)

    def resident(self) -> float:
        """Bytes of resident memory; 0 where the system does not tell."""
        out: Readings = {}
        self.gauge(gauges.ProcessGauge).read(out)
        return out.get("process.rss", 0)

    def read_gauges(self, slow: bool = False) -> Readings:
        """All readings of this moment; a gauge that fails is noted and left out."""
        out: Readings = {}
        for gauge in self.gauges:
            try:
                gauge.read(out)
                if slow:
                    gauge.read_slow(out)
            except BaseException as error:
                self.keep(type(gauge).__name__, error)
        return out

    def write_tally(self, final: bool = False, here: SiteId = -1) -> None:
        """Writes the cumulative tables: sites, births, traces, graph sites, compiled shapes, buffers."""
        if not self._environment_written:
            self._write_environment()
        tables: dict[str, list[Any]] = {
            "births": self.births.rows(),
            "traces": self.traces.rows(),
            "ops": self.gauge(gauges.GraphGauge).rows(),
            "compiled": self.shapes.rows(),
            "buffers": list(self.gauge(gauges.DataGauge).buffers.values()),
        }
        self.sources.note(row["file"] for row in tables["traces"])
        self.write_new_sites()
        self.write_new_sources()
        record: Record = {
            "k": "tally",
            "t": self.elapsed(),
            "here": here,
            "w": {name: count for name, count in self.work.counts.items() if count},
        }
        record.update(
            {
                name: changed
                for name, changed in ((name, self._changed(name, rows)) for name, rows in tables.items())
                if changed
            }
        )
        self.writer.write(record, important=final)

    def write_all_rows_again(self) -> None:
        """Lets the next tally tell all rows, for a reader that starts now."""
        self._rows_written = {}

    def _changed(self, table: str, rows: Sequence[Any]) -> list[Any]:
        """The rows that differ from what the recording already says, at most 400 a time."""
        written = self._rows_written.setdefault(table, {})
        fresh: list[Any] = []
        for row in rows:
            digest = hash(str(row))
            key = hash(str(row[:3]) if isinstance(row, list) else (row["name"], row["file"], row["line"]))
            if written.get(key) != digest and len(fresh) < 400:
                written[key] = digest
                fresh.append(row)
        return fresh

    def write_new_sites(self) -> None:
        """Writes the stacks that the next records refer to by number."""
        fresh = self.sites.rows[self._sites_written :]
        if fresh:
            self._sites_written += len(fresh)
            for start in range(0, len(fresh), 200):
                self.writer.write({"k": "sites", "rows": fresh[start : start + 200]}, important=True)
            self.sources.note(frame[0] for row in fresh for frame in row["frames"])
            self.write_new_sources()

    def write_new_sources(self) -> None:
        """Writes the hashes of the user's files that records name, so that a report shows their text only unchanged."""
        rows = self.sources.new()
        if rows:
            self.writer.write({"k": "sources", "rows": rows}, important=True)

    def _write_environment(self) -> None:
        record = self.environment()
        if record is not None:
            self._environment_written = True
            self.writer.write(record, important=True)

    def environment(self) -> Record | None:
        """The record of what the program runs on; None before TensorFlow is loaded."""
        version, keras = (
            plain.module_names(sys.modules.get(name)).get("__version__") for name in ("tensorflow", "keras")
        )
        flag = os.environ.get("TF_ENABLE_ONEDNN_OPTS", "")
        if not isinstance(version, str):
            return None
        return {
            "k": "environment",
            "t": self.elapsed(),
            "tensorflow": version,
            "keras": keras if isinstance(keras, str) else "",
            "onednn": flag if flag in ("0", "1") else "",
        }

    def serve_requests(self) -> None:
        """Hands what the desk asked for to the close looks."""
        for request in self.requests.new():
            self.looks.ask(request)

    def at_exit(self) -> None:
        """The last words: a final sample, the final tables, a last close look, and the end record.

        The program is over: a Ctrl-C that comes now cuts the last words short and reaches nobody.
        """
        if self.ended:
            return
        self.ended = True
        try:
            self.sampler.stop()
            self.sampler.join(LAST_STEP)
            if self.is_ready() and not self.forked:
                self.looks.at_exit()
                self.sampler.take(final=True)
        except BaseException as error:
            self._last_words(self.fault, "exit", error)
        self._last_words(lambda: self.writer.write(self.end(), important=True))
        self.hooks.ended = True

    @staticmethod
    def _last_words(say: Callable[..., object], *words: object) -> None:
        try:
            say(*words)
        except BaseException:  # a second Ctrl-C
            pass

    def end(self) -> Record:
        """The last record: samples taken, processor seconds spent on them and on looks, faults, records dropped."""
        return {
            "k": "end",
            "t": self.elapsed(),
            "samples": self.sampler.count,
            "sample_seconds": round(self.sampler.seconds, 4),
            "look_seconds": round(self.looks.seconds, 4),
            "faults": self.faults,
            "dropped": self.writer.dropped,
            "tensorflow": "loaded" if self.ready is not None else absence(self.imports),
        }

    def after_fork(self) -> None:
        """In a forked child: the parent's file is let go of; a recording of its own begins with the first work done here."""
        try:
            self.ended = False
            self.started = system.clock()
            self.recorder.forked()
            self._sites_written, self._environment_written, self._rows_written = 0, False, {}
            self.sources.forget()
            for gauge in self.gauges:
                gauge.after_fork()
            self.work.due = 0.0
            self.sampler.after_fork()
            self.looks.after_fork()
            self.forked = True
            self.work.boundary = self._begin_in_child
        except Exception as error:
            self.fault("fork", error)

    def _begin_in_child(self) -> None:
        """The first unit of work in a forked child."""
        self.forked = False
        self.work.boundary = self.sampler.boundary
        self._open()
        if self.ready is not None:
            self.sampler.start()
        self.sampler.boundary()
