"""Appends records to the recording: one write per line, so that a kill tears at most the last one.

The `json` package is not imported: a program may have a module of that name, and until TensorFlow is imported none of the standard
library is. The encoder below it, written in C, does the work.
"""

import errno
import os
import sys

from tensorleak_probe.descriptors import NOFOLLOW, OwnDescriptor
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Protocol

    from tensorleak_probe.vocabulary import Record

    class Sink(Protocol):
        """Where records go: one file, or several at once."""

        @property
        def path(self) -> str:
            """The recording of the process; '' where it has none."""

        @property
        def dropped(self) -> int:
            """Records that found no place."""

        @property
        def usable(self) -> bool:
            """Whether records still reach a file."""

        def write(self, record: Record, important: bool = False) -> bool:
            """Writes one record; False where it was dropped."""

        def forget(self) -> None:
            """Lets go of the files without touching them."""


MAX_BYTES = 14 * 1024 * 1024  # ordinary records stop here ...
RESERVE = 1024 * 1024  # ... and this much stays free for the last tallies, looks and the end record
MAX_LINE = 256 * 1024
ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def _text(value: str) -> str:
    """A string as JSON, in ASCII; half of a surrogate pair stays half of one."""
    out = []
    for char in value:
        code = ord(char)
        if char in ESCAPES:
            out.append(ESCAPES[char])
        elif 32 <= code < 127:
            out.append(char)
        elif code < 0x10000:
            out.append("\\u%04x" % code)
        else:
            code -= 0x10000
            out.append("\\u%04x\\u%04x" % (0xD800 | code >> 10, 0xDC00 | code & 0x3FF))
    return '"' + "".join(out) + '"'


def encoded(record: "Record") -> str:
    """Flat records of text and numbers as JSON: what is written before TensorFlow is there."""
    parts = (
        _text(key) + ":" + (_text(value) if type(value) is str else repr(value) if value is not None else "null")
        for key, value in record.items()
    )
    return "{" + ",".join(parts) + "}"


def told(value: object) -> str:
    """What stands for a value that JSON does not know: the name of its type; nothing of it is called."""
    return type(value).__name__


class Encoder:
    """Turns a record into text: flat ones by itself, any other with the standard library once that may be imported."""

    def __init__(self) -> None:
        self._dumps: "Callable[[Record], str] | None" = None

    def __call__(self, record: "Record") -> str:
        """One line of JSON. Values of unknown types are told by their type: nothing of theirs is called."""
        if self._dumps is None:
            return encoded(record)
        return self._dumps(record)

    def use_library(self) -> None:
        """From now on with the standard library's encoder, which takes records of any depth."""
        try:
            from _json import encode_basestring_ascii, make_encoder
        except ImportError:
            import json

            self._dumps = json.JSONEncoder(separators=(",", ":"), default=told, allow_nan=False).encode
            return
        chunks = make_encoder(None, told, encode_basestring_ascii, None, ":", ",", False, False, False)
        self._dumps = lambda record: "".join(chunks(record, 0))


encode = Encoder()


class Writer:
    """An append-only file of JSON lines, bounded in size, that never raises into the program."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.written = 0
        self.dropped = 0
        self.fault: "str | None" = None
        self._file: "OwnDescriptor | None" = None
        self._pid: "int | None" = None

    def open(self) -> bool:
        """Creates the file for this process alone; False when somebody else already owns that name."""
        try:
            self._file = OwnDescriptor(self.path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | NOFOLLOW)
        except FileExistsError as error:
            pass_on(error)
            return False
        self._pid = system.getpid()
        return True

    @property
    def usable(self) -> bool:
        """Whether records still reach the disk."""
        return self._file is not None and self.fault is None

    def write(self, record: "Record", important: bool = False) -> bool:
        """Writes one record; drops it when the recording is full, and gives up for good when the file is lost."""
        if not self.usable or system.getpid() != self._pid:
            return False
        try:
            line = (encode(record) + "\n").encode("utf-8", "backslashreplace")
        except (TypeError, ValueError) as error:
            pass_on(error)
            self.dropped += 1
            return False
        limit = MAX_BYTES + (RESERVE if important else 0)
        if len(line) > MAX_LINE or self.written + len(line) > limit:
            self.dropped += 1
            return False
        try:
            done = self._file.write(line)  # type: ignore[union-attr]  # it is there: `usable`
            if done != len(line):
                raise OSError(errno.ENOSPC, "disk full")
        except OSError as error:
            pass_on(error)
            self.fault = "%s: %s" % (type(error).__name__, error)
            return False
        self.written += len(line)
        return True

    def forget(self) -> None:
        """Drops the descriptor without touching the file: what a forked child does with its parent's recording."""
        file, self._file = self._file, None
        if file is not None:
            file.close()


def say(text: str) -> None:
    """One line on the program's standard error, if it has one."""
    try:
        sys.stderr.write("tensorleak: %s\n" % text)
    except Exception as error:
        pass_on(error)
