"""Messages of an editor, checked before they are read: a wrong length would make the server wait or fill memory."""

from __future__ import annotations

import re
from typing import BinaryIO

from tensorleak.errors import UsageError

MAX_HEADER = 4096
MAX_MESSAGE = 64 * 1024 * 1024  # a whole notebook with its pictures
LENGTH = re.compile(rb"content-length:\s*([0-9]{1,12})\s*", re.IGNORECASE)


class Frames:
    """The stream that a language server reads; after the first header that is none, it ends the server."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._length: int | None = None

    def readline(self) -> bytes:
        """One header line, as the server expects it, or the empty line after the last one."""
        line = self._stream.readline(MAX_HEADER)
        if not line:
            return line
        if not line.endswith(b"\n"):
            raise UsageError("the editor sent a header that does not end; the language server ends, too")
        if line.strip():
            return self._header(line)
        if self._length is None:
            raise UsageError("the editor sent a message without its length; the language server ends")
        self._length = None
        return b"\r\n"

    def read(self, size: int) -> bytes:
        """The body of a message."""
        return self._stream.read(size)

    def _header(self, line: bytes) -> bytes:
        if not line.lower().startswith(b"content-length"):
            return line
        found = LENGTH.fullmatch(line)
        if found is None or not 0 < int(found[1]) <= MAX_MESSAGE:
            raise UsageError(
                f"the editor sent a message whose length is not between 1 byte and {MAX_MESSAGE >> 20} MB;"
                " the language server ends"
            )
        self._length = int(found[1])
        return b"Content-Length: %d\r\n" % self._length
