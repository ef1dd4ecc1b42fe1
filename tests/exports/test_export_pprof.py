"""Go's own pprof reads our profile, and so does speedscope."""

from __future__ import annotations

import gzip
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from export_consumers import consumer
from export_recordings import BUILDER_LINE, STEPS

from tensorleak.report.exports.protobuf import number, varint
from tensorleak.report.subject import Subject


def pprof(file: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(consumer("bin/pprof")), *words, str(file)], capture_output=True, text=True, timeout=60, env={"HOME": str(file.parent)}
    )  # fmt: skip


@pytest.fixture
def own(exported: dict[str, Path]) -> tuple[str, ...]:
    """The words that leave the forged child out."""
    return ("-tagignore=pid=666", "-unit=byte", "-nodecount=500", "-nodefraction=0")


def test_it_is_valid(exported: dict[str, Path], subject: Subject) -> None:
    done = pprof(exported["pprof"], "-raw")
    assert done.returncode == 0, done.stderr
    assert "alloc_objects/count alloc_space/bytes inuse_objects/count inuse_space/bytes[dflt]" in done.stdout
    assert f"pid:[{subject.recordings[0].header.pid}]" in done.stdout
    assert f"Comment: {subject.diagnosis.verdict}: " in done.stdout


def test_pprof_can_refuse(exported: dict[str, Path], tmp_path: Path) -> None:
    whole = gzip.decompress(exported["pprof"].read_bytes())
    no_such_default = gzip.compress(whole + number(14, 1) + varint(6 << 3 | 2) + varint(99))
    (tmp_path / "torn.pb.gz").write_bytes(no_such_default)
    assert pprof(tmp_path / "torn.pb.gz", "-raw").returncode != 0


def test_bytes_stand_at_the_line_that_made_them(exported: dict[str, Path], own: tuple[str, ...]) -> None:
    done = pprof(exported["pprof"], "-top", "-lines", "-tagfocus=kind=variable", *own)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"{STEPS * 4000}B .*round_of .*train\.py:{BUILDER_LINE - 1}", done.stdout), done.stdout
    assert "<module>" in done.stdout  # not taken for a C++ template


def test_what_was_made_is_told_apart_from_what_lives(exported: dict[str, Path], own: tuple[str, ...]) -> None:
    traced = ["-tagfocus=kind=trace", "-top", *own]
    made = pprof(exported["pprof"], "-sample_index=alloc_objects", *traced).stdout
    alive = pprof(exported["pprof"], "-sample_index=inuse_objects", *traced)
    assert re.search(rf"^\s*{STEPS}byte .*scaled \[trace\]", made, re.M), made
    assert "scaled [trace]" not in alive.stdout


def test_names_stay_names(exported: dict[str, Path]) -> None:
    content = gzip.decompress(exported["pprof"].read_bytes())
    assert b"window.executed" in content
    assert b"\x1b]0" not in content
    assert "\x1b" not in pprof(exported["pprof"], "-raw").stdout


def test_speedscope_opens_it(browsed: dict[str, Any]) -> None:
    opened = browsed["pprof"]
    assert not opened["refused"], opened["console"]
    assert "Importing as protobuf encoded pprof file" in opened["console"]
