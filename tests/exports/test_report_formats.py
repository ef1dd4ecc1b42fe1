"""`tensorleak report --format`: every format is there, and goes where it was sent, whole or not at all."""

from __future__ import annotations

import gzip
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from export_recordings import forged, write

from tensorleak.gather import gather
from tensorleak.report.formats import FORMATS

HEADER = {"k": "header", "format": "tensorleak.recording/1", "id": "a", "pid": 7, "time": 1.7e9, "probe": "0"} | {
    "python": "3.11",
    "platform": "x",
    "program": "train.py",
}


@pytest.fixture
def recording(tmp_path: Path) -> Path:
    samples = [{"k": "sample", "t": t / 10, "g": {"process.rss": 10**8}, "w": {"marks": t}} for t in range(50)]
    return write(tmp_path / "run.jsonl", [HEADER, *samples])


def report(*words: object, stdout: int = subprocess.PIPE) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "tensorleak", "report", *map(str, words)]
    return subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, timeout=60)


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_renders_every_recording(name: str, recording: Path, tmp_path: Path) -> None:
    empty = write(tmp_path / "empty.jsonl", [HEADER])
    hostile = write(tmp_path / "hostile.jsonl", forged())
    for path in (recording, empty, hostile):
        content = FORMATS[name].render(gather(path))
        assert content
        assert isinstance(content, bytes) is FORMATS[name].binary


def test_names_and_suffixes_are_their_own() -> None:
    assert all(name == form.name for name, form in FORMATS.items())
    assert len({form.suffix for form in FORMATS.values()}) == len(FORMATS)


def test_a_report_goes_to_stdout_or_to_a_file(recording: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    printed = report(recording, "--format", "json")
    written = report(recording, "--format", "json", "--output", target)
    assert (printed.returncode, written.returncode, written.stdout) == (0, 0, b"")
    assert json.loads(printed.stdout)["schema"] == "tensorleak.diagnosis/1"
    assert target.read_bytes() == printed.stdout
    assert [path.name for path in tmp_path.iterdir() if path.suffix == ".new"] == []


def test_shorthands_come_with_the_report(recording: Path, tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    done = report(recording, "--json", target)
    assert b"STEADY" in done.stdout
    assert json.loads(target.read_text())["verdict"] == "steady"
    alone = report(recording, "--json", "-")
    assert json.loads(alone.stdout)["verdict"] == "steady"


def test_binary_is_kept_from_terminals(recording: Path) -> None:
    master, terminal = pty.openpty()
    refused = report(recording, "--format", "pprof", stdout=terminal)
    os.close(terminal)
    os.close(master)
    assert refused.returncode == 2
    assert refused.stderr.decode().count("\n") == 1
    assert "--output" in refused.stderr.decode()
    assert gzip.decompress(report(recording, "--format", "pprof").stdout)


def test_one_file_takes_one_report(recording: Path, tmp_path: Path) -> None:
    target = tmp_path / "out"
    for words in (["--json", target, "--html", target], ["--format", "csv", "-o", target, "--json", target]):
        done = report(recording, *words)
        assert done.returncode == 2
        assert b"same file" in done.stderr
        assert not target.exists()


def test_what_cannot_be_written_leaves_the_old_file(recording: Path, tmp_path: Path) -> None:
    done = report(recording, "--format", "csv", "--output", tmp_path / "no" / "out.csv")
    assert done.returncode == 2
    assert done.stderr.decode().startswith("tensorleak: cannot write ")
    old = tmp_path / "old.csv"
    old.write_text("old")
    assert report(tmp_path / "missing.jsonl", "--format", "csv", "--output", old).returncode == 2
    assert old.read_text() == "old"


def test_pipes_are_written_to(recording: Path) -> None:
    assert report(recording, "--format", "csv", "--output", "/dev/stdout").stdout.startswith(b"pid,program,time")
