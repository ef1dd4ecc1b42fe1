"""A real terminal for tests: a pty with a terminal emulator on its other side."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pyte
from support import PATIENCE


class Terminal:
    """A command that runs in a terminal of its own, as in a window."""

    def __init__(
        self, command: Sequence[str], folder: Path, rows: int = 30, columns: int = 110, stdout: int | None = None
    ) -> None:
        self.screen = pyte.HistoryScreen(columns, rows, history=5000)
        self.frames: list[list[str]] = []
        self.bytes = b""
        self.status: int | None = None
        self._stream = pyte.ByteStream(self.screen)
        held, ours = os.pipe()  # the program starts when the window has its size
        self._pid, self._descriptor = pty.fork()
        if self._pid == 0:
            os.read(held, 1)
            os.chdir(folder)
            if stdout is not None:
                os.dup2(stdout, 1)
            settings = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
            settings |= {"TERM": "xterm-256color", "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
            os.execve(command[0], list(command), settings)
        self.resize(rows, columns)
        os.write(ours, b"!")
        os.close(held)
        os.close(ours)

    def resize(self, rows: int, columns: int) -> None:
        """What pulling at the window's corner does."""
        fcntl.ioctl(self._descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def type(self, keys: bytes) -> None:
        os.write(self._descriptor, keys)

    def send(self, number: int) -> None:
        """A signal to the command alone, as from another window."""
        os.kill(self._pid, number)

    def until(self, reached: Callable[[], bool], timeout: float = PATIENCE) -> bool:
        """Shows what comes until something is reached, or until the command has ended."""
        deadline = time.monotonic() + timeout
        while not reached():
            left = deadline - time.monotonic()
            assert left > 0, "\n".join(self.screen.display)
            if select.select([self._descriptor], [], [], min(left, 0.5))[0] and not self._read():
                return reached()
        return True

    def sees(self, text: str) -> bool:
        return any(text in line for line in self.screen.display)

    def end(self, timeout: float = PATIENCE) -> int:
        """Waits for the end; the exit status as a shell would tell it."""
        self.until(lambda: self.status is not None, timeout)
        assert self.status is not None
        return self.status

    @property
    def lines(self) -> list[str]:
        """Everything that can be read in the window, scrolled out or not."""
        columns = self.screen.columns
        above = ["".join(line[x].data for x in range(columns)).rstrip() for line in self.screen.history.top]
        return above + [line.rstrip() for line in self.screen.display]

    def _read(self) -> bool:
        try:
            data = os.read(self._descriptor, 65536)
        except OSError:
            data = b""  # the other side is closed
        if not data:
            _, status = os.waitpid(self._pid, 0)
            code = os.waitstatus_to_exitcode(status)
            self.status = 128 - code if code < 0 else code
            os.close(self._descriptor)
            return False
        self.bytes += data
        self._stream.feed(data)
        self.frames.append(list(self.screen.display))
        return True

    def abandon(self) -> None:
        """Ends the command where a test failed before its end."""
        if self.status is None:
            os.kill(self._pid, signal.SIGKILL)
            os.waitpid(self._pid, 0)
            os.close(self._descriptor)
