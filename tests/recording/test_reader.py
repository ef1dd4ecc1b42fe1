"""A recording survives kills and garbage: what is whole is read, what is not gets one clear line."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tensorleak.errors import RecordingError
from tensorleak.recording import load

HEADER = {
    "k": "header",
    "format": "tensorleak.recording/1",
    "id": "1-a",
    "pid": 1,
    "time": 0.0,
    "probe": "0.1.0",
    "python": "3.11.7",
    "platform": "Linux",
    "program": "x.py",
}
SAMPLE = {"k": "sample", "t": 1.0, "g": {"process.rss": 100}, "w": {"session_runs": 3}}


def write(path: Path, *records: object, tail: bytes = b"") -> Path:
    path.write_bytes(b"".join(json.dumps(record).encode() + b"\n" for record in records) + tail)
    return path


def test_whole_recording(tmp_path: Path) -> None:
    recording = load(write(tmp_path / "r", HEADER, SAMPLE, SAMPLE))
    assert recording.header.program == "x.py"
    assert [sample.g["process.rss"] for sample in recording.samples] == [100, 100]


def test_cut_at_every_byte_of_the_last_record(tmp_path: Path) -> None:
    whole = write(tmp_path / "r", HEADER, SAMPLE, SAMPLE).read_bytes()
    start = len(whole) - len(json.dumps(SAMPLE)) - 1
    for end in range(start, len(whole)):
        path = tmp_path / "cut"
        path.write_bytes(whole[:end])
        assert len(load(path).samples) == 1


def test_follows_a_growing_file(tmp_path: Path) -> None:
    path = write(tmp_path / "r", HEADER, SAMPLE, tail=b'{"k":"sam')
    recording = load(path)
    assert len(recording.samples) == 1
    with path.open("ab") as more:
        more.write(b'ple","t":2.0}\n')
    assert recording.update() == 1
    assert recording.samples[-1].t == 2.0


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"\x00\xff" * 1000, "not a Tensorleak recording"),
        (b'{"k":"sample","t":1}\n', "not a Tensorleak recording"),
        (b"x" * 2_000_000, "not a Tensorleak recording"),
        (json.dumps({**HEADER, "format": "tensorleak.recording/9"}).encode() + b"\n", "upgrade"),
        (json.dumps(HEADER).encode() + b"\n" + b"garbage\n" * 50, "damaged"),
    ],
)
def test_broken_files_get_one_clear_line(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "r"
    path.write_bytes(content)
    with pytest.raises(RecordingError, match=message) as caught:
        load(path)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("start", [b"", json.dumps(HEADER).encode() + b"\n"])
def test_gigabytes_of_garbage_are_refused_at_once(tmp_path: Path, start: bytes) -> None:
    path = tmp_path / "huge"
    with path.open("wb") as target:
        target.write(start)
        target.truncate(4 << 30)
    began = time.process_time()  # whatever else the machine does
    with pytest.raises(RecordingError):
        load(path)
    assert time.process_time() - began < 1.0


def test_unknown_records_are_passed_over(tmp_path: Path) -> None:
    recording = load(write(tmp_path / "r", HEADER, *[SAMPLE] * 9, {"k": "from-the-future", "t": 3}))
    assert (len(recording.samples), recording.broken) == (9, 1)


def test_missing_file(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="no recording at"):
        load(tmp_path / "nothing")


def test_directory(tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match="is a directory"):
        load(tmp_path)
