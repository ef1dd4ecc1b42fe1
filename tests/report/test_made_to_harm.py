"""Recordings, names and places that are made to harm end in a report or in one clear line, never in an internal error."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from forged_runs import header, leaking, samples, write

from tensorleak.recording import load


def tensorleak(*words: object, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tensorleak", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, cwd=folder)


def shown(recording: Path) -> str:
    """What `report` says, with a page; nothing may be an error."""
    done = tensorleak("report", recording, "--html", recording.with_suffix(".html"))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def about(file: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(json.dumps(leaking()).replace("/gone/train.py", file))
    return found


@pytest.mark.parametrize("where", [0, 5])
def test_a_line_nested_too_deeply_is_a_broken_line(where: int, tmp_path: Path) -> None:
    lines = [json.dumps(line) for line in leaking()]
    lines.insert(where, '{"k":"sample","t":1,"x":' + "[" * 5000 + "]" * 5000 + "}")
    path = tmp_path / "r.jsonl"
    path.write_text("\n".join(lines) + "\n")
    if where:
        assert load(path).broken == 1
    else:
        done = tensorleak("report", path)
        assert (done.returncode, "not a Tensorleak recording" in done.stderr) == (2, True)


@pytest.mark.parametrize("final", [False, True])
def test_a_collection_without_its_gauges_before(final: bool, tmp_path: Path) -> None:
    lines = leaking()
    for time in (6.0, 12.0, 18.0):
        look = {"k": "look", "t": time, "kind": "collect", "seconds": 0.1, "final": final, "w": {}}
        lines.append(look | {"before": {}, "after": dict.fromkeys(("tape.live", "process.rss", "session.open"), 5)})
    for number, line in enumerate(line for line in lines if line["k"] == "sample"):
        line["g"] |= {"tape.live": 10 * number, "session.open": 10 * number}
    assert "LEAK" in shown(write(tmp_path / "r.jsonl", lines))


@pytest.mark.parametrize("field", ["memory_limit", "pid", "ppid", "time"])
def test_numbers_beyond_any_machine_are_no_header(field: str, tmp_path: Path) -> None:
    done = tensorleak("report", write(tmp_path / "r.jsonl", [header(**{field: 10**39}), *samples(50)]))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)


def test_sites_and_containers_have_numbers_that_a_program_can_have(tmp_path: Path) -> None:
    lines = [*leaking(), {"k": "sites", "rows": [{"id": 10**30, "frames": []}]}]
    assert load(write(tmp_path / "r.jsonl", lines)).broken == 1


NAMES = ["/tmp/" + "x" * 300 + ".py", "/a" * 3000 + ".py", "/a\0b.py", "", ".py", "\ud800.py", "~/x.py", "/proc/kmsg"]


@pytest.mark.parametrize("name", NAMES)
def test_names_that_no_file_system_takes(name: str, tmp_path: Path) -> None:
    lines = "".join(json.dumps(line) + "\n" for line in leaking())
    path = tmp_path / "r.jsonl"
    path.write_text(lines.replace('"/gone/train.py"', json.dumps(name)))
    assert "LEAK" in shown(path)


DEEP = {
    "signs": "x = " + "-" * 90_000 + "1\n",
    "brackets": "x = " + "(" * 5000 + "1" + ")" * 5000 + "\n",
    "terms": "x = " + "+".join(["a"] * 1500) + "\n",
    "attributes": "x = a" + ".b" * 1500 + "\n",
    "calls": "x = a" + ".b()" * 900 + "\n",
    "text": "\0",
}


@pytest.mark.parametrize("kind", DEEP)
def test_source_that_no_parser_likes(kind: str, tmp_path: Path) -> None:
    script = tmp_path / "train.py"
    script.write_text("import tensorflow as tf\n" + DEEP[kind])
    digest = hashlib.sha256(script.read_bytes()).hexdigest()
    lines = [*about(str(script)), {"k": "sources", "rows": [[str(script), digest, 1]]}]
    assert "LEAK" in shown(write(tmp_path / "r.jsonl", lines))


def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", leaking())
    gone = tmp_path / "gone"
    gone.mkdir()
    own = f"{sys.executable} -m tensorleak"
    words = (
        f"rmdir {gone}; {own} report {recording} && {own} report {recording} --html {tmp_path}/p.html && {own} check"
    )
    done = subprocess.run(["sh", "-c", words], cwd=gone, capture_output=True, text=True, timeout=120)
    assert done.stdout.count("LEAK") == 2
    assert done.returncode == 2
    assert done.stderr.splitlines() == ["tensorleak: the working directory is gone: change to a folder that exists"]


def test_json_has_no_control_characters(tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", leaking(name="a\x9b31m\x85\x1b[2J\x7f"))
    done = tensorleak("report", recording, "--json", "-")
    assert not {letter for letter in done.stdout if letter != "\n" and not letter.isprintable()}
    assert "\x9b31m" in json.loads(done.stdout)["sentence"]


@pytest.mark.parametrize("command", ["report", "open", "check", "compare", "run"])
def test_errors_do_not_steer_the_terminal(command: str, tmp_path: Path) -> None:
    name = "no\x1b]0;pwn\x07\x9b31m.jsonl"
    done = tensorleak(command, *[name] * (2 if command == "compare" else 1), folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert not {letter for letter in done.stderr if letter != "\n" and not letter.isprintable()}


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_recording_of_somebody_else_is_said_to_be_unreadable(tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", leaking())
    recording.chmod(0)
    assert "cannot read" in tensorleak("report", recording).stderr
