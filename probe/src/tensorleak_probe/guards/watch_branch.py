"""A recording per watch: every record of the process's one probe, told from where that watch stands."""

from __future__ import annotations

import os
import shutil
import tempfile

from tensorleak_probe.writer import Writer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Record
    from tensorleak_probe.writer import Sink

OURS = b"tensorleak.recording"


class Branch:
    """Writes what the probe records into a file of its own, with the watch's own clock and the watch's own marks."""

    def __init__(self, record: str | os.PathLike[str] | None, marks: Callable[[], int]) -> None:
        self._marks = marks
        self._folder: str | None = None
        self._started = 0.0
        self._counts: dict[str, int] = {}
        self._process = os.getpid()
        if record is None:
            self._folder = tempfile.mkdtemp(prefix="tensorleak-")  # owner-only by itself
            record = os.path.join(self._folder, "watch.jsonl")
        else:
            record = os.path.abspath(os.fspath(record))
            _make_room(record)
        self._writer = Writer(record)
        if not self._writer.open():
            raise FileExistsError("%s was made by somebody else just now: choose another file" % record)

    @property
    def path(self) -> str:
        """The file that this watch records to."""
        return self._writer.path

    def begin(self, probe: Probe) -> None:
        """Writes what a reader needs to understand the records from here on."""
        self._started = probe.elapsed()
        self._counts = probe.work.counts
        self._writer.write(probe.recorder.header(), important=True)
        environment = probe.environment()
        if environment is not None:
            self.write(environment, important=True)
        for start in range(0, len(probe.sites.rows), 200):
            self._writer.write({"k": "sites", "rows": probe.sites.rows[start : start + 200]}, important=True)
        if probe.sources.rows:
            self._writer.write({"k": "sources", "rows": probe.sources.rows}, important=True)
        gauges, work = probe.sampler.state()
        if gauges:
            self.write({"k": "sample", "t": probe.elapsed(), "g": gauges, "w": work})

    def write(self, record: Record, important: bool = False) -> bool:
        """Writes one record, seen from this watch."""
        own = dict(record)
        if "t" in own:
            own["t"] = round(max(0.0, own["t"] - self._started), 4)
        if "w" in own or own["k"] == "sample":
            own["w"] = dict(own.get("w", ()), marks=self._marked(own.get("w", {})))
        return self._writer.write(own, important)

    def _marked(self, work: dict[str, int]) -> int:
        """This watch's marks at the moment that a record is of: a census counts some rounds before it is written."""
        since = self._counts.get("marks", 0) - work.get("marks", self._counts.get("marks", 0))
        return max(0, self._marks() - since)

    def forget(self) -> None:
        """Lets go of the file without touching it: what a forked child does."""
        self._writer.forget()

    def close(self) -> None:
        """Closes the file, and removes it unless the user asked for it."""
        self._writer.forget()
        if self._folder is not None and os.getpid() == self._process:
            shutil.rmtree(self._folder, ignore_errors=True)


def _make_room(path: str) -> None:
    """An older recording is replaced, any other file is not touched."""
    if os.path.isdir(path):
        raise IsADirectoryError("%s is a directory: name a file for the recording" % path)
    if not os.path.exists(path):
        return
    with open(path, "rb") as source:
        first = source.read(200)
    if first and OURS not in first:
        raise FileExistsError("%s exists and is not a recording: choose another file" % path)
    os.unlink(path)


class Fanout:
    """Stands where the probe expects its writer: hands each record to the process's recording and to every branch."""

    def __init__(self, root: Sink | None = None) -> None:
        self.root = root
        self.branches: tuple[Branch, ...] = ()  # replaced as a whole, so that writing needs no lock

    @property
    def path(self) -> str:
        """The recording of the process, where it has one."""
        return self.root.path if self.root is not None else ""

    @property
    def dropped(self) -> int:
        """Records that found no place."""
        return self.root.dropped if self.root is not None else 0

    @property
    def usable(self) -> bool:
        """Whether at least one file takes records."""
        return bool(self.branches) or (self.root is not None and self.root.usable)

    def write(self, record: Record, important: bool = False) -> bool:
        """Writes one record to every file; False where the process's own recording dropped it."""
        for branch in self.branches:
            branch.write(record, important)
        return self.root.write(record, important) if self.root is not None else bool(self.branches)

    def forget(self) -> None:
        """Lets go of all files: what a forked child does."""
        for branch in self.branches:
            branch.forget()
        self.branches = ()
        if self.root is not None:
            self.root.forget()
