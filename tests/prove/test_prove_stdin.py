"""Standard input is read once and replayed; a source that never ends does not hold the program up."""

from __future__ import annotations

import os
import subprocess
import sys

from tensorleak.prove.stdin import Input

ECHO = [sys.executable, "-c", "import sys; sys.stdout.write(sys.stdin.read())"]


def run(given: Input, command: list[str]) -> str:
    with given.opened() as stdin:
        return subprocess.run(command, stdin=stdin, capture_output=True, text=True, timeout=20, check=True).stdout


def test_replayed() -> None:
    read_end, write_end = os.pipe()
    os.write(write_end, b"hello\n")
    os.close(write_end)
    given = Input(read_end)
    assert [run(given, ECHO), run(given, ECHO), run(given, ECHO)] == ["hello\n"] * 3


def test_a_source_that_stays_open() -> None:
    read_end, _ = os.pipe()
    assert run(Input(read_end), [sys.executable, "-c", "print('did not ask')"]) == "did not ask\n"


def test_a_terminal_counts_as_empty() -> None:
    assert run(Input(None), ECHO) == ""


def test_more_than_a_pipe_holds() -> None:
    read_end, write_end = os.pipe()
    text = "x" * 3_000_000
    with subprocess.Popen([sys.executable, "-c", f"print('x' * {len(text)}, end='')"], stdout=write_end):
        os.close(write_end)
        given = Input(read_end)
        assert run(given, ECHO) == text
    assert run(given, ECHO) == text
