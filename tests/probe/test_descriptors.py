"""A descriptor that is no longer the probe's is given up: never written to, read from or closed."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tensorleak_probe.descriptors import HIGH, LostError, OwnDescriptor
from tensorleak_probe.writer import Writer

FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND


def number_of(path: Path) -> int:
    return next(int(entry.name) for entry in Path("/proc/self/fd").iterdir() if entry.resolve() == path)


def test_it_lives_high_and_writes(tmp_path: Path) -> None:
    own = OwnDescriptor(str(tmp_path / "a"), FLAGS)
    assert number_of(tmp_path / "a") >= HIGH
    assert own.write(b"hello") == 5
    assert own.pread(5) == b"hello"
    own.close()
    with pytest.raises(LostError):
        own.write(b"more")
    assert (tmp_path / "a").read_bytes() == b"hello"


def test_a_number_that_the_program_took_over_is_left_alone(tmp_path: Path) -> None:
    writer = Writer(str(tmp_path / "recording"))
    assert writer.open()
    assert writer.write({"k": "one"})
    number = number_of(tmp_path / "recording")
    theirs = os.open(tmp_path / "database", FLAGS)
    os.dup2(theirs, number)
    assert not writer.write({"k": "two"})
    writer.forget()
    assert os.write(number, b"still mine") == 10  # not closed
    os.close(number)
    os.close(theirs)
    assert (tmp_path / "database").read_bytes() == b"still mine"
    assert (tmp_path / "recording").read_bytes() == b'{"k":"one"}\n'


def test_a_number_that_the_program_closed_is_given_up(tmp_path: Path) -> None:
    writer = Writer(str(tmp_path / "recording"))
    assert writer.open()
    os.close(number_of(tmp_path / "recording"))
    assert not writer.write({"k": "two"})
    assert not writer.usable


def test_a_child_does_not_write_into_its_parents_recording(tmp_path: Path) -> None:
    writer = Writer(str(tmp_path / "recording"))
    assert writer.open()
    child = os.fork()
    if child == 0:
        os._exit(3 if writer.write({"k": "child"}) else 0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert writer.write({"k": "parent"})
    assert (tmp_path / "recording").read_bytes() == b'{"k":"parent"}\n'
