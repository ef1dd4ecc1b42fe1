"""Reads a recording, whole or while it is being written; anything on disk is untrusted."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import msgspec

from tensorleak.errors import RecordingError
from tensorleak.recording import records
from tensorleak.recording.records import (
    End,
    Environment,
    Fault,
    Header,
    Look,
    Record,
    Sample,
    Site,
    SiteId,
    Sites,
    Tally,
)

MAX_LINE = 512 * 1024
MAX_FILE = 64 * 1024 * 1024
MAX_BROKEN_SHARE = 0.2


@dataclass
class Recording:
    """What one process wrote down."""

    path: Path
    header: Header
    environment: Environment | None = None
    samples: list[Sample] = field(default_factory=list)
    tallies: list[Tally] = field(default_factory=list)
    looks: list[Look] = field(default_factory=list)
    sites: dict[SiteId, Site] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)
    end: End | None = None
    lines: int = 0
    broken: int = 0
    offset: int = 0

    def add(self, record: Record) -> None:
        """Sorts one record into its place."""
        match record:
            case Sample():
                self.samples.append(record)
            case Tally():
                self.tallies.append(record)
            case Look():
                for container in record.containers:
                    holder = container.holder
                    if holder and holder.file and not holder.file.startswith(("/", "<")) and self.header.cwd:
                        holder.file = f"{self.header.cwd}/{holder.file}"
                self.looks.append(record)
            case Sites():
                self.sites.update({site.id: self._absolute(site) for site in record.rows})
            case Environment():
                self.environment = record
            case Fault():
                self.faults.append(record)
            case End():
                self.end = record
            case Header():
                self.broken += 1

    def _absolute(self, site: Site) -> Site:
        """Frames of a script started by a relative path, seen from where the program ran."""
        cwd = self.header.cwd
        site.frames = [
            (file if file.startswith(("/", "<")) or not cwd else f"{cwd}/{file}", line, function)
            for file, line, function in site.frames
        ]
        return site

    @property
    def seconds(self) -> float:
        """How long the process was observed."""
        times = [sample.t for sample in self.samples[-1:]] + [look.t for look in self.looks[-1:]]
        return self.end.t if self.end else max(times, default=0.0)

    def update(self) -> int:
        """Reads what was appended since the last time; returns the number of new records."""
        try:
            with self.path.open("rb") as source:
                source.seek(self.offset)
                return _read_lines(self, source)
        except OSError as error:
            raise RecordingError(f"cannot read {self.path}: {error.strerror or error}") from error


def load(path: Path) -> Recording:
    """The recording at `path`; raises RecordingError with the reason when it is none."""
    try:
        if path.is_dir():
            raise RecordingError(f"{path} is a directory; name the recording file inside it")
        size = path.stat().st_size
        with path.open("rb") as source:
            header = _read_header(path, source)
            if size > MAX_FILE:
                raise RecordingError(
                    f"{path} is {size / 1e6:.0f} MB; no recording is larger than {MAX_FILE // 1_000_000} MB"
                )
            recording = Recording(path=path, header=header, offset=source.tell())
            _read_lines(recording, source)
    except FileNotFoundError as error:
        raise RecordingError(f"no recording at {path}") from error
    except OSError as error:
        raise RecordingError(f"cannot read {path}: {error.strerror or error}") from error
    if recording.broken > 1 and recording.broken > MAX_BROKEN_SHARE * recording.lines:
        raise RecordingError(f"{path} is damaged: {recording.broken} of {recording.lines} lines are not records")
    return recording


def load_all(path: Path) -> list[Recording]:
    """The recording of the first process and of all its children that have one."""
    recordings = [load(path)]
    children = Path(f"{path}.children")
    for child in sorted(children.glob("*.jsonl")) if children.is_dir() else []:
        try:
            recordings.append(load(child))
        except RecordingError:
            continue  # a child killed before its first line was whole
    return recordings


def _read_header(path: Path, source: BinaryIO) -> Header:
    first = source.readline(MAX_LINE)
    if not first:
        raise RecordingError(f"{path} is empty: the program wrote nothing before it ended")
    try:
        header = records.decode(first)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise RecordingError(f"{path} is not a Tensorleak recording") from None
    if not isinstance(header, Header):
        raise RecordingError(f"{path} is not a Tensorleak recording")
    if header.format != records.FORMAT:
        raise RecordingError(
            f"{path} has format {header.format!r}; this version reads {records.FORMAT!r}: upgrade tensorleak"
        )
    return header


def _read_lines(recording: Recording, source: BinaryIO) -> int:
    """Adds whole lines up to the end; a torn last line stays for the next time."""
    added = 0
    while True:
        line = source.readline(MAX_LINE)
        if not line.endswith(b"\n"):
            if len(line) == MAX_LINE:
                recording.broken += 1
                recording.lines += 1
                recording.offset += len(line)
                continue
            return added
        recording.offset += len(line)
        recording.lines += 1
        try:
            recording.add(records.decode(line))
            added += 1
        except (msgspec.DecodeError, UnicodeDecodeError):
            recording.broken += 1
