"""The probe's life in one process: start, TensorFlow's arrival, fork, exit; and the one place where its faults end."""

import atexit
import os
import platform
import sys
import time

from tensorleak_probe import __version__, budget, gauges, patches
from tensorleak_probe.births import Births
from tensorleak_probe.imports import PostImportFinder
from tensorleak_probe.looks import Looks
from tensorleak_probe.requests import Requests
from tensorleak_probe.sampler import Sampler
from tensorleak_probe.shapes import Shapes
from tensorleak_probe.sites import Sites
from tensorleak_probe.traces import Traces
from tensorleak_probe.work import Work
from tensorleak_probe.writer import Writer

FORMAT = "tensorleak.recording/1"
MAX_FAULTS = 20
MAX_CHILDREN = 500
_current = None


def current():
    """The probe of this process, if any."""
    return _current


def set_current(probe):
    """Makes `probe` the one of this process; None while it rests."""
    global _current
    _current = probe


def start_from_environment():
    """Starts the probe when the desk asked for it through the environment."""
    path = os.environ.get("TENSORLEAK_RECORD")
    if path and _current is None:
        Probe(path).start()


def memory_limit():
    """Bytes this process may use: the tightest of the cgroup's limit and the machine's memory."""
    limits = []
    for path in ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"):
        try:
            with open(path) as source:
                limits.append(int(source.read()))
        except (OSError, ValueError):
            pass
    try:
        limits.append(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (OSError, ValueError, AttributeError):
        pass
    return min(limits) if limits else 0


class Probe:
    """Owns the parts and wires them; everything else knows only its neighbours."""

    budget = budget.RUN

    def __init__(self, path):
        self.started = time.perf_counter()
        self.root_path = path
        self.parent = os.environ.get("TENSORLEAK_PARENT", "")
        self.identity = ""
        self.faults = 0
        self.ended = False
        self.ready = None
        self.writer = Writer(path)
        self.sites = Sites()
        self.work = Work()
        self.births = Births(self.sites)
        self.traces = Traces(self)
        self.shapes = Shapes(self)
        self.finder = PostImportFinder(self.guard)
        self.gauges = [gauge(self) for gauge in gauges.ALL]
        self.sampler = Sampler(self)
        self.looks = Looks(self)
        self.requests = Requests()
        self.work.boundary = self.sampler.boundary
        self._sites_written = 0
        self._environment_written = False
        self._rows_written = {}

    def gauge(self, kind):
        """The gauge of one class."""
        return next(gauge for gauge in self.gauges if isinstance(gauge, kind))

    def start(self):
        """Opens the recording, hooks the imports and waits for TensorFlow."""
        self._open()
        set_current(self)
        self.traces.in_use = self.gauge(gauges.MallocGauge).in_use
        for gauge in self.gauges:
            for module, callback in gauge.hooks().items():
                self.finder.after(module, callback)
        self.finder.after("tensorflow", self._tensorflow_ready)
        self.finder.install()
        atexit.register(self.at_exit)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    def _tensorflow_ready(self, module):
        """TensorFlow's import is complete: what was made before belongs to it, from here on it is the program's."""
        self.ready = time.perf_counter()
        self.births.counting = True
        self.sampler.start()

    def _open(self):
        """Claims the root recording, or a file of its own beside it for a further process."""
        try:
            if not self.writer.open():
                self.writer = self._child_writer()
        except OSError as error:
            self.writer.fault = str(error)
            sys.stderr.write("tensorleak: cannot write the recording (%s); the program runs unobserved\n" % error)
            return
        self.identity = "%d-%x" % (os.getpid(), int(time.time() * 1000))
        self.requests.open(self.writer.path)
        self.writer.write(self.header(), important=True)
        os.environ["TENSORLEAK_PARENT"] = self.identity

    def _child_writer(self):
        folder = self.root_path + ".children"
        os.makedirs(folder, mode=0o700, exist_ok=True)
        if len(os.listdir(folder)) >= MAX_CHILDREN:
            raise OSError("more than %d processes" % MAX_CHILDREN)
        for attempt in range(100):
            writer = Writer(os.path.join(folder, "%d-%d.jsonl" % (os.getpid(), attempt)))
            if writer.open():
                return writer
        raise OSError("no free name in %s" % folder)

    def header(self):
        """The first record: who recorded, where."""
        return {
            "k": "header",
            "format": FORMAT,
            "id": self.identity,
            "parent": self.parent,
            "pid": os.getpid(),
            "ppid": os.getppid(),
            "time": round(time.time(), 3),
            "probe": __version__,
            "python": platform.python_version(),
            "platform": platform.platform(),
            "executable": sys.executable,
            "program": self._program(),
            "cwd": os.getcwd(),
            "memory_limit": memory_limit(),
        }

    @staticmethod
    def _program():
        """The script or module that runs; its arguments stay out of the recording."""
        try:
            with open("/proc/self/cmdline", "rb") as source:
                words = [word.decode("utf-8", "replace") for word in source.read().split(b"\0")[:-1]]
        except OSError:
            words = list(sys.argv)
        rest = words[1:]
        while rest and rest[0].startswith("-") and rest[0] not in ("-m", "-c", "-"):
            rest = rest[2:] if rest[0] in ("-W", "-X") else rest[1:]
        if not rest:
            return "python"
        return "-m " + rest[1] if rest[0] == "-m" and len(rest) > 1 else rest[0]

    def patch(self, owner, name, template, *parts):
        """Wraps one method; observers are guarded so that no fault of theirs reaches the program."""
        if template == "OBSERVE":
            parts = (self._guarded(parts[0], name),)
        return patches.replace(owner, name, getattr(patches, template, template), *parts)

    def _guarded(self, observer, name):
        def seen(args, kwargs, result):
            try:
                observer(args, kwargs, result)
            except Exception as error:
                self.fault(name, error)

        return seen

    def guard(self, callback, argument):
        """Calls back and keeps any fault inside the probe."""
        try:
            callback(argument)
        except Exception as error:
            self.fault(getattr(callback, "__qualname__", "callback"), error)

    def fault(self, where, error):
        """Notes a fault of the probe itself in the recording."""
        self.faults += 1
        if self.faults <= MAX_FAULTS:
            self.writer.write(
                {
                    "k": "fault",
                    "t": self.elapsed(),
                    "where": str(where),
                    "error": "%s: %s" % (type(error).__name__, str(error)[:200]),
                }
            )

    def has_begun(self):
        """Whether the program has done any TensorFlow work of its own."""
        return any(self.work.counts.values()) or self.gauge(gauges.TensorGauge).created() > 50

    def elapsed(self):
        """Seconds since the probe started."""
        return round(time.perf_counter() - self.started, 4)

    def read_gauges(self, slow=False):
        """All readings of this moment; a gauge that fails is noted and left out."""
        out = {}
        for gauge in self.gauges:
            try:
                gauge.read(out)
                if slow:
                    gauge.read_slow(out)
            except Exception as error:
                self.fault(type(gauge).__name__, error)
        return out

    def write_tally(self, final=False, here=-1):
        """Writes the cumulative tables: sites, births, traces, graph sites, compiled shapes, buffers."""
        if not self._environment_written:
            self._write_environment()
        tables = {
            "births": self.births.rows(),
            "traces": self.traces.rows(),
            "ops": self.gauge(gauges.GraphGauge).rows(),
            "compiled": self.shapes.rows(),
            "buffers": list(self.gauge(gauges.DataGauge).buffers.values()),
        }
        self.write_new_sites()
        record = {
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

    def write_all_rows_again(self):
        """Lets the next tally tell all rows, for a reader that starts now."""
        self._rows_written = {}

    def _changed(self, table, rows):
        """The rows that differ from what the recording already says, at most 400 a time."""
        written = self._rows_written.setdefault(table, {})
        fresh = []
        for row in rows:
            digest = hash(str(row))
            key = hash(str(row[:3]) if isinstance(row, list) else (row["name"], row["file"], row["line"]))
            if written.get(key) != digest and len(fresh) < 400:
                written[key] = digest
                fresh.append(row)
        return fresh

    def write_new_sites(self):
        """Writes the stacks that the next records refer to by number."""
        fresh = self.sites.rows[self._sites_written :]
        if fresh:
            self._sites_written += len(fresh)
            for start in range(0, len(fresh), 200):
                self.writer.write({"k": "sites", "rows": fresh[start : start + 200]}, important=True)

    def _write_environment(self):
        record = self.environment()
        if record is not None:
            self._environment_written = True
            self.writer.write(record, important=True)

    def environment(self):
        """The record of what the program runs on; None before TensorFlow is loaded."""
        tensorflow = sys.modules.get("tensorflow")
        keras = sys.modules.get("keras")
        version = getattr(tensorflow, "__version__", None)
        if not isinstance(version, str):
            return None
        return {
            "k": "environment",
            "t": self.elapsed(),
            "tensorflow": version,
            "keras": str(getattr(keras, "__version__", "") or ""),
            "onednn": os.environ.get("TF_ENABLE_ONEDNN_OPTS", ""),
        }

    def serve_requests(self):
        """Hands what the desk asked for to the close looks."""
        for request in self.requests.new():
            self.looks.ask(request)

    def at_exit(self):
        """The last words: a final sample, the final tables, a last close look, and the end record."""
        if self.ended:
            return
        self.ended = True
        try:
            self.sampler.stop()
            if self.ready is not None:
                self.looks.at_exit()
                self.sampler.take(final=True)
        except Exception as error:
            self.fault("exit", error)
        self.writer.write(self.end(), important=True)

    def end(self):
        """The last record: what observing took."""
        return {
            "k": "end",
            "t": self.elapsed(),
            "samples": self.sampler.count,
            "sample_seconds": round(self.sampler.seconds, 4),
            "look_seconds": round(self.looks.seconds, 4),
            "faults": self.faults,
            "dropped": self.writer.dropped,
            "tensorflow": "loaded" if self.ready is not None else self._absence(),
        }

    def _absence(self):
        if "tensorflow" in self.finder.failed or any(name.startswith("tensorflow") for name in self.finder.failed):
            return "failed"
        if "tensorflow" in self.finder.missing:
            return "missing"
        return "unused"

    def _after_fork(self):
        """In a forked child: a recording of its own, related to the parent's."""
        try:
            self.parent, self.ended = self.identity, False
            self.started = time.perf_counter()
            self.writer.forget()
            self.writer = Writer(self.root_path)
            self._sites_written, self._environment_written, self._rows_written = 0, False, {}
            for gauge in self.gauges:
                gauge.after_fork()
            self.work.local.busy = False
            self.work.due = 0.0
            self.sampler.after_fork()
            self.looks.after_fork()
            self._open()
            if self.ready is not None:
                self.sampler.start()
        except Exception as error:
            self.fault("fork", error)
