"""Whatever the size of a recording, reading it takes bounded time and memory, and never waits for anybody."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from forged_runs import header, leaking, samples, write

from tensorleak.errors import RecordingError
from tensorleak.gather import gather
from tensorleak.recording import load, load_all
from tensorleak.recording.reader import MAX_CHILDREN, MAX_FILE
from tensorleak.viewer.following import Following

MB = 1_000_000
MAX_SECONDS, MAX_MEMORY = 5.0, 300 * MB
# Runs a report in a process of its own and tells what it took: processor seconds and the peak of its memory.
MEASURED = """
import resource, sys, time
from tensorleak.cli import main
try:
    main()
except SystemExit as end:
    status = end.code
with open("/proc/self/status") as lines:
    peak = next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
print("measured", status, time.process_time(), peak * 1024, file=sys.stderr)
"""


def measured(*words: object) -> tuple[int, float, int]:
    """Exit status, processor seconds and peak memory of a command."""
    command = [sys.executable, "-c", MEASURED, *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert "Traceback" not in done.stderr
    status, seconds, peak = done.stderr.splitlines()[-1].split()[1:]
    return int(status), float(seconds), int(peak)


def rows(text: Callable[[int], bytes], count: int) -> Callable[[int], bytes]:
    return lambda line: b",".join(text(line * count + place) for place in range(count))


def sample(line: int) -> bytes:
    work = b'"w":{"session_runs":%d}' % line
    return b'{"k":"sample","t":%d,"g":{"process.rss":%d,"session.open":%d},%s}' % (line, line * 1000, line, work)


BIRTHS = rows(lambda n: b'["session",%d,null,1,1,1,1]' % n, 6000)
OPERATIONS = rows(lambda n: b'[%d,"","",1,1,{"a":1},1,1]' % n, 6000)
SITES = rows(lambda n: b'{"id":%d,"frames":[]}' % n, 9000)
GAUGES = rows(lambda n: b'"g%d":%d' % (n % 20_000, n), 20_000)
TYPES = rows(lambda _: b'["a",1]', 50_000)
FILLED: dict[str, Callable[[int], bytes]] = {
    "samples": sample,
    "bare samples": lambda _: b'{"k":"sample","t":1}',
    "a new gauge each": lambda n: b'{"k":"sample","t":%d,"g":{"g%d":1}}' % (n, n),
    "many gauges": lambda n: b'{"k":"sample","t":%d,"g":{%s}}' % (n, GAUGES(n)),
    "births": lambda n: sample(n) + b'\n{"k":"tally","t":%d,"births":[%s]}' % (n, BIRTHS(n)),
    "operations": lambda n: b'{"k":"tally","t":%d,"ops":[%s]}' % (n, OPERATIONS(n)),
    "sites": lambda n: b'{"k":"sites","rows":[%s]}' % SITES(n),
    "looks": lambda n: b'{"k":"look","t":%d,"kind":"census","seconds":0,"types":[%s]}' % (n, TYPES(n)),
}


def filled(path: Path, line: Callable[[int], bytes], size: int = MAX_FILE) -> Path:
    """A recording of just the size that is still accepted."""
    with path.open("wb") as target:
        target.write(json.dumps(header()).encode() + b"\n")
        number = 0
        while target.tell() + len(more := line(number) + b"\n") <= size:
            target.write(more)
            number += 1
    return path


@pytest.mark.parametrize("kind", FILLED)
def test_the_largest_recordings_stay_within_the_budget(kind: str, tmp_path: Path) -> None:
    recording = filled(tmp_path / "r.jsonl", FILLED[kind])
    status, seconds, peak = measured("report", recording, "--html", tmp_path / "r.html")
    assert status == 0
    assert seconds <= MAX_SECONDS
    assert peak <= MAX_MEMORY


def test_a_trace_of_the_largest_recording_stays_within_the_budget(tmp_path: Path) -> None:
    recording = filled(tmp_path / "r.jsonl", FILLED["samples"])
    status, seconds, peak = measured("report", recording, "--format", "perfetto", "-o", tmp_path / "r.json")
    assert (status, seconds <= MAX_SECONDS, peak <= MAX_MEMORY) == (0, True, True)
    assert len(json.loads((tmp_path / "r.json").read_text())["traceEvents"]) > 100_000


def test_many_growing_containers_are_no_endless_search(tmp_path: Path) -> None:
    lines = leaking(400)
    for look in (line for line in lines if line["k"] == "look"):
        holder = look["containers"][0]["holder"]
        look["containers"] = [
            dict(look["containers"][0], id=n, holder=dict(holder, words=f"list {n}", name=f"n{n}")) for n in range(700)
        ]
    many = [line for line in lines for _ in range(8 if line["k"] == "look" else 1)]
    for place, look in enumerate(line for line in many if line["k"] == "look"):
        look["containers"] = [dict(row, id=row["id"] + 700 * (place % 8)) for row in look["containers"]]
    status, seconds, _ = measured("report", write(tmp_path / "r.jsonl", many))
    assert (status, seconds <= MAX_SECONDS) == (0, True)


def test_a_family_is_read_as_far_as_there_is_room_and_says_what_is_not(tmp_path: Path) -> None:
    first = filled(tmp_path / "r.jsonl", sample, 3 * MB)
    folder = tmp_path / "r.jsonl.children"
    folder.mkdir()
    for number in range(40):
        os.link(first, folder / f"{number:03}-0.jsonl")
    status, seconds, peak = measured("report", first, "--html", tmp_path / "r.html")
    assert (status, seconds <= MAX_SECONDS, peak <= MAX_MEMORY) == (0, True, True)
    subject = gather(first)
    assert 3 < len(subject.recordings) < 40
    assert any("were left out" in note for note in subject.diagnosis.notes)


def test_a_small_family_is_read_whole(tmp_path: Path) -> None:
    first = write(tmp_path / "r.jsonl", [header(), *samples(20)])
    folder = tmp_path / "r.jsonl.children"
    folder.mkdir()
    for number in range(30):
        write(folder / f"{number}-0.jsonl", [header(pid=number), *samples(9)])
    subject = gather(first)
    assert (len(subject.recordings), subject.diagnosis.notes) == (31, ())


def test_the_number_of_children_is_bounded(tmp_path: Path) -> None:
    first = write(tmp_path / "r.jsonl", [header()])
    folder = tmp_path / "r.jsonl.children"
    folder.mkdir()
    for number in range(MAX_CHILDREN + 10):
        os.link(first, folder / f"{number}-0.jsonl")
    recordings = load_all(first)
    assert len(recordings) == MAX_CHILDREN + 1
    assert "10 recordings of child processes" in recordings[0].remarks[0]


def test_a_recording_that_grows_beyond_all_bounds_is_followed_to_the_bound(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", [header(), *samples(20)])
    read = load(path)
    with path.open("ab") as more:
        more.write((b'{"k":"fault","where":"a","error":"%s"}\n' % (b"x" * 100_000)) * 200)
    read.update()
    assert read.offset <= MAX_FILE
    assert "left out" in read.remarks[0]


@pytest.mark.parametrize("command", ["report", "compare", "open"])
def test_a_pipe_is_refused_at_once(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "r.jsonl")
    words = [str(tmp_path / "r.jsonl")] * (2 if command == "compare" else 1)
    more = ["--no-browser"] if command == "open" else []
    done = subprocess.run(
        [sys.executable, "-m", "tensorleak", command, *words, *more], capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "no regular file" in done.stderr


def test_pipes_and_links_among_the_children_are_passed_over(tmp_path: Path) -> None:
    first = write(tmp_path / "r.jsonl", [header(), *samples(20)])
    folder = tmp_path / "r.jsonl.children"
    folder.mkdir()
    os.mkfifo(folder / "1-0.jsonl")
    (folder / "2-0.jsonl").symlink_to(first)
    (folder / "3-0.jsonl").mkdir()
    write(folder / "4-0.jsonl", [header(pid=4), *samples(9)])
    command = [sys.executable, "-m", "tensorleak", "report", str(first), "--json", "-"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert [process["pid"] for process in json.loads(done.stdout)["processes"]] == [4]


def test_following_does_not_read_all_anew_for_a_child_that_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tensorleak.viewer.following.PAUSE", 0.0)
    monkeypatch.setattr("tensorleak.viewer.following.COST_SHARE", 0)
    first = write(tmp_path / "r.jsonl", [header(), *samples(20)])
    folder = tmp_path / "r.jsonl.children"
    folder.mkdir()
    (folder / "1-0.jsonl").write_text("torn")
    following = Following(first, source=True)
    before = following._recordings
    following.news("")
    assert following._recordings is before
    write(folder / "2-0.jsonl", [header(pid=2), *samples(9)])
    following.news("")
    assert len(following._recordings) == 2


def test_devices_are_no_recordings() -> None:
    with pytest.raises(RecordingError, match="no regular file"):
        load(Path("/dev/null"))
