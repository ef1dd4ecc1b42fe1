"""The rows at the bottom of a terminal, beside a program that writes what it likes."""

from __future__ import annotations

import fcntl
import os
import struct
import sys
import termios
from collections.abc import Iterator
from pathlib import Path

import pyte
import pytest
from terminals import Terminal

from tensorleak.live.region import Region

ROWS, COLUMNS, HEIGHT = 14, 40, 3


class Window:
    """A terminal that a program and a region write to in turn."""

    def __init__(self) -> None:
        self._reader, self.descriptor = os.openpty()
        self.screen = pyte.HistoryScreen(COLUMNS, ROWS, history=500)
        self._stream = pyte.ByteStream(self.screen)
        self.resize(ROWS)
        self.region = Region(self.descriptor, HEIGHT)

    def resize(self, rows: int) -> None:
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, COLUMNS, 0, 0))
        self.screen.resize(rows, COLUMNS)

    def prints(self, text: str) -> None:
        os.write(self.descriptor, text.encode())
        self.look()

    def draws(self, *lines: str) -> bytes:
        self.region.draw(lines)
        return self.look()

    def closes(self) -> None:
        self.region.close()
        self.look()

    def look(self) -> bytes:
        os.set_blocking(self._reader, False)
        data = b""
        while True:
            try:
                data += os.read(self._reader, 65536)
            except BlockingIOError:
                break
        self._stream.feed(data)
        return data

    @property
    def rows(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    def ends(self) -> None:
        os.close(self._reader)
        os.close(self.descriptor)


@pytest.fixture
def window() -> Iterator[Window]:
    made = Window()
    yield made
    made.ends()


def test_lines_scroll_above_and_the_rows_stay(window: Window) -> None:
    window.draws("one", "two", "three")
    for number in range(40):
        window.prints(f"line {number}\n")
    assert window.rows[-3:] == ["one", "two", "three"]
    assert window.rows[:10] == [f"line {number}" for number in range(30, 40)]
    window.draws("1", "2", "3")
    assert window.rows[-3:] == ["1", "2", "3"]


def test_a_cursor_in_the_middle_of_a_line_stays_there(window: Window) -> None:
    window.prints("a\nb\n" * 6 + "12 %")
    window.draws("one", "two", "three")
    window.prints(" done\n")
    assert "12 % done" in window.rows
    assert window.rows[-3:] == ["one", "two", "three"]


def test_colours_of_the_program_stay(window: Window) -> None:
    window.prints("\x1b[31mred ")
    window.draws("one")
    window.prints("still")
    row = window.rows.index("red still")
    assert {window.screen.buffer[row][x].fg for x in (0, 4)} == {"red"}
    assert window.screen.buffer[ROWS - 3][0].fg == "default"


def test_nothing_is_written_when_nothing_changed(window: Window) -> None:
    assert window.draws("one")
    assert window.draws("one") == b""
    assert window.draws("two")


def test_more_lines_than_rows_are_left_out(window: Window) -> None:
    window.draws(*"abcdefgh")
    assert window.rows[-3:] == ["a", "b", "c"]
    assert "d" not in window.rows


def test_the_rows_are_given_back(window: Window) -> None:
    window.prints("hello\n")
    window.draws("one", "two", "three")
    window.closes()
    assert [row for row in window.rows if row] == ["hello"]
    for number in range(40):
        window.prints(f"line {number}\n")
    assert window.rows[-2:] == ["line 39", ""]  # the whole window scrolls again


@pytest.mark.parametrize("rows", [ROWS + 6, ROWS - 3])
def test_a_new_size_moves_the_rows(window: Window, rows: int) -> None:
    window.prints("hello\n")
    window.draws("one", "two", "three")
    window.resize(rows)
    window.draws("1", "2", "3")
    assert window.rows[-3:] == ["1", "2", "3"]
    for number in range(40):
        window.prints(f"line {number}\n")
    assert window.rows[-3:] == ["1", "2", "3"]
    assert window.rows[rows - 5] == "line 39"


def test_a_window_that_becomes_too_low_is_left_alone(window: Window) -> None:
    window.draws("one", "two", "three")
    window.resize(6)
    window.draws("1", "2", "3")
    assert not {"1", "2", "3"} & set(window.rows)


def at_a_prompt(terminal: Terminal) -> bool:
    """Whether the shell reads keys; those typed while it takes the terminal back may be lost."""
    return terminal.screen.display[terminal.screen.cursor.y].startswith("bash") and terminal.screen.cursor.x > 0


def test_a_stopped_job_gives_the_rows_back_and_goes_on(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text("print('up', flush=True)\nprint('got', input())")
    words = f"{sys.executable} -m tensorleak run --live --record run.jsonl --python {sys.executable} program.py"
    terminal = Terminal(["/bin/bash", "--norc", "-i"], tmp_path, rows=24, columns=120)
    try:
        terminal.type(f"{words}\n".encode())
        terminal.until(lambda: "up" in terminal.lines and terminal.sees("waiting for the program"))
        terminal.type(b"\x1a")
        terminal.until(lambda: terminal.sees("Stopped") and at_a_prompt(terminal))
        assert not terminal.sees("waiting for the program")
        terminal.type(b"fg\n")
        terminal.until(lambda: any(line.endswith("fg") for line in terminal.lines))
        terminal.type(b"on\n")
        terminal.until(lambda: "got on" in terminal.lines and at_a_prompt(terminal))
        terminal.type(b"exit 3\n")
        assert terminal.end(30) == 3
    finally:
        terminal.abandon()
