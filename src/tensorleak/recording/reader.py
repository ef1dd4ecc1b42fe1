"""Reads a recording, whole or while it is being written; anything on disk is untrusted."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import BinaryIO

import msgspec
from tensorleak_engine.recording import Recording as PlainRecording
from tensorleak_engine.records import FORMAT, Header
from tensorleak_engine.texts import STRANGER, Reader, Texts

from tensorleak.errors import RecordingError
from tensorleak.recording.decoding import decode

MAX_LINE = 512 * 1024
MAX_FILE = 16 * 1024 * 1024  # the probe stops at 15 MB
MAX_FAMILY = 128 * 1024 * 1024  # bytes of a recording and those of its children
MAX_CHILDREN = 256
MAX_BROKEN_SHARE = 0.2
# Estimated bytes of memory that the records of one report may take; the estimate is 0.7 to 1.6 times what was measured.
# With this limit the largest made-up recordings need less than 300 MB and 5 s; what a probe writes in 15 MB needs half.
MAX_WEIGHT = 180 * 1024 * 1024
PER_RECORD, PER_VALUE, PER_OBJECT, PER_LIST, PER_KEY = 230, 36, 230, 72, 16
PER_GAUGE = 16  # of a sample: a diagnosis keeps every gauge for every sample, also where it did not change
NO_RECORD = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


@dataclass
class Room:
    """Memory that is left for the records of one report, by estimate; a recording and its children share it."""

    left: int = MAX_WEIGHT

    def take(self, line: bytes, gauges: int) -> bool:
        """Takes the room for one line; False when there is none left."""
        values = PER_VALUE * line.count(b",") + PER_LIST * line.count(b"[") + PER_OBJECT * line.count(b"{")
        self.left -= PER_RECORD + values + PER_KEY * line.count(b":") + PER_GAUGE * gauges + len(line)
        return self.left >= 0


@dataclass
class Recording(PlainRecording):
    """What one process wrote down, read from a file that is not trusted."""

    path: Path
    lines: int = 0
    remarks: list[str] = field(default_factory=list)  # what of the recording could not be read, and why
    room: Room = field(default_factory=Room)

    def update(self) -> int:
        """Reads what was appended since the last time; returns the number of new records."""
        try:
            with opened(self.path) as source:
                source.seek(self.offset)
                return _read_lines(self, source)
        except OSError as error:
            raise RecordingError(f"cannot read {self.path}: {error.strerror or error}") from error


def load(path: Path, reader: Reader = STRANGER) -> Recording:
    """The recording at `path`; raises RecordingError with the reason when it is none."""
    return _load(path, reader, Room())


def load_all(path: Path, reader: Reader = STRANGER) -> list[Recording]:
    """The recording of the first process and of all its children that have one, as far as there is room."""
    room = Room()
    first = _load(path, reader, room)
    recordings = [first]
    size, unread = first.offset, 0
    for child in children(path):
        size += _size(child)
        if room.left < 0 or size > MAX_FAMILY or len(recordings) > MAX_CHILDREN:
            unread += 1
            continue
        try:
            recordings.append(_load(child, reader, room, link=False))
        except RecordingError:
            continue  # a child killed before its first line was whole
    if unread:
        first.remarks.append(f"{unread} recordings of child processes were left out: all together they are too large")
    return recordings


def children(path: Path) -> list[Path]:
    """The recordings of child processes, in the order of their names."""
    try:
        with os.scandir(f"{path}.children") as entries:
            names = [entry.name for entry in islice(entries, 4 * MAX_CHILDREN) if entry.name.endswith(".jsonl")]
    except OSError:
        return []
    return [Path(f"{path}.children") / name for name in sorted(names)]


def opened(path: Path, link: bool = True) -> BinaryIO:
    """A regular file, opened for reading; anything else could block, and is refused."""
    flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if link else os.O_NOFOLLOW)
    source = os.fdopen(os.open(path, flags), "rb")
    if stat.S_ISREG(os.fstat(source.fileno()).st_mode):
        return source
    source.close()
    raise RecordingError(f"{path} is no regular file: write the recording to a file and name that")


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def _load(path: Path, reader: Reader, room: Room, link: bool = True) -> Recording:
    try:
        if path.is_dir():
            raise RecordingError(f"{path} is a directory; name the recording file inside it")
        with opened(path, link) as source:
            recording = _read(path, source, reader, room)
    except FileNotFoundError as error:
        raise RecordingError(f"no recording at {path}") from error
    except (OSError, ValueError) as error:
        raise RecordingError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    if recording.broken > 1 and recording.broken > MAX_BROKEN_SHARE * recording.lines:
        raise RecordingError(f"{path} is damaged: {recording.broken} of {recording.lines} lines are not records")
    return recording


def _read(path: Path, source: BinaryIO, reader: Reader, room: Room) -> Recording:
    size = os.fstat(source.fileno()).st_size
    header = _read_header(path, source)
    if size > MAX_FILE:
        raise RecordingError(f"{path} is {size / 1e6:.0f} MB; no recording is larger than {MAX_FILE // 1_000_000} MB")
    recording = Recording(path=path, header=header, offset=source.tell(), texts=Texts(reader), room=room)
    _read_lines(recording, source)
    return recording


def _read_header(path: Path, source: BinaryIO) -> Header:
    first = source.readline(MAX_LINE)
    if not first:
        raise RecordingError(f"{path} is empty: the program wrote nothing before it ended")
    try:
        header = decode(first)
    except NO_RECORD:
        raise RecordingError(f"{path} is not a Tensorleak recording") from None
    if not isinstance(header, Header):
        raise RecordingError(f"{path} is not a Tensorleak recording")
    if header.format != FORMAT:
        raise RecordingError(f"{path} has format {header.format!r}; this version reads {FORMAT!r}: upgrade tensorleak")
    return header


def _read_lines(recording: Recording, source: BinaryIO) -> int:
    """Adds whole lines as far as there is room; a torn last line stays for the next time."""
    added = 0
    for line in _lines(source):
        if recording.offset + len(line) > MAX_FILE or not recording.room.take(line, len(recording.gauges)):
            recording.remarks = [f"{recording.path.name} is larger than can be read: its last part was left out"]
            return added
        recording.offset += len(line)
        recording.lines += 1
        try:
            recording.add(decode(line))
            added += 1
        except NO_RECORD:
            recording.broken += 1
    return added


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """Whole lines, and pieces of lines that are longer than any record."""
    while True:
        line = source.readline(MAX_LINE)
        if not line.endswith(b"\n") and len(line) < MAX_LINE:
            return
        yield line
