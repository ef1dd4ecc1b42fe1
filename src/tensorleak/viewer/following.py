"""Follows a recording: what its page shows now, and whether the program behind it still runs."""

from __future__ import annotations

import threading
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from tensorleak_engine.model.diagnosis import Verdict
from tensorleak_engine.wording import duration

from tensorleak.errors import RecordingError
from tensorleak.gather import subject_of
from tensorleak.recording import STRANGER, Reader, Recording, load_all
from tensorleak.recording.reader import children
from tensorleak.repairs import with_repairs
from tensorleak.report.page.report import news, render
from tensorleak.report.subject import Repair, Subject

PAUSE = 1.0
COST_SHARE = 10  # following may use a tenth of the time
SILENT = 15.0
SILENT_SHARE = 0.005  # samples are a thousandth of the elapsed time apart
GONE = "the recording is gone; this page stays as it is"


class Following:
    """One recording with its children, read on from where the last reading ended."""

    def __init__(self, path: Path, source: bool, reader: Reader = STRANGER) -> None:
        self._path = path
        self._source = source
        self._reader = reader
        self._lock = threading.Lock()
        self._repairs: tuple[frozenset[str], dict[str, Repair]] = (frozenset(), {})
        self._due = 0.0
        self._news: dict[str, Any] = {}
        self._problem = ""
        self._children = children(path)
        self._recordings = load_all(path, reader)
        self._subject = self._repaired(subject_of(self._recordings, source))

    def page(self, live: str) -> str:
        """The whole page as of now."""
        with self._lock:
            self._refresh()
            return render(self._subject, live, self._stamp)

    def news(self, since: str) -> dict[str, Any]:
        """How the program is doing; with everything that changed, when the asker's stamp is an old one."""
        with self._lock:
            self._refresh()
            running, status = self._status()
            answer = {"stamp": self._stamp, "running": running, "status": status}
            if since == self._stamp:
                return answer
            if self._news.get("stamp") != self._stamp:
                self._news = {"stamp": self._stamp, **news(self._subject)}
            return answer | self._news

    @property
    def _stamp(self) -> str:
        return "-".join(str(recording.offset) for recording in self._recordings)

    def _refresh(self) -> None:
        """Reads on, no oftener than its cost allows; what cannot be read any more stays as it was."""
        now = time.monotonic()
        if now < self._due:
            return
        started = time.process_time()
        try:
            self._subject = self._read()
            self._problem = ""
        except RecordingError:
            self._problem = GONE
        self._due = time.monotonic() + max(PAUSE, COST_SHARE * (time.process_time() - started))

    def _read(self) -> Subject:
        return self._repaired(subject_of(self._recordings, self._source)) if self._appended() else self._subject

    def _appended(self) -> bool:
        """Whether there is anything new; a file that was begun anew, or a new child, is read from its start."""
        found = children(self._path)
        shrunk = any(recording.path.stat().st_size < recording.offset for recording in self._known())
        if shrunk or found != self._children:
            self._children, self._recordings = found, load_all(self._path, self._reader)
            return True
        return sum(recording.update() for recording in self._recordings) > 0

    def _known(self) -> list[Recording]:
        if not self._path.exists():
            raise RecordingError(f"no recording at {self._path}")
        return [recording for recording in self._recordings if recording.path.exists()]

    def _repaired(self, subject: Subject) -> Subject:
        """With repairs, which are looked for again only when the leaks are others."""
        leaks = frozenset(found.fingerprint for found in subject.diagnosis.findings if found.verdict is Verdict.LEAK)
        if leaks != self._repairs[0]:
            self._repairs = (leaks, dict(with_repairs(subject).repairs))
        return replace(subject, repairs=self._repairs[1])

    def _status(self) -> tuple[bool, str]:
        """Whether the program seems to run, and a calm word about it."""
        recording = self._subject.recording
        if self._problem:
            return False, self._problem
        if recording.end is not None:
            return False, f"the program has ended after {duration(recording.seconds)}"
        quiet = _age(recording.path)
        if quiet > max(SILENT, SILENT_SHARE * recording.seconds):
            return False, f"nothing new for {duration(quiet)}: the program may have been stopped"
        return True, f"following the program, {duration(recording.seconds)} so far"


def _age(path: Path) -> float:
    """Seconds since a file was written to."""
    try:
        return max(0.0, time.time() - path.stat().st_mtime)
    except OSError:
        return 0.0
