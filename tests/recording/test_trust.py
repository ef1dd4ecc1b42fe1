"""A report shows the text of a file only when the recording proves that it is about that text, or the reader says so."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from forged_runs import leaking, write
from tensorleak_engine.texts import CHANGED, Texts

from tensorleak.gather import gather
from tensorleak.recording import OWN, Reader, load
from tensorleak.repairs import with_repairs
from tensorleak.report.formats import FORMATS

SECRET = "hunter2-canary"
TEXT = "".join(f"line_{number} = '{SECRET}'\n" for number in range(1, 20))
SHOWN = ("terminal", "html", "markdown", "json")


def about(file: Path | str, *, digest: str | None = None, cwd: Path | str = "/gone") -> list[dict[str, Any]]:
    """A leak whose recording says that it is in `file`, with the hash `digest` if one is given."""
    lines = json.loads(json.dumps(leaking(cwd=str(cwd))).replace("/gone/train.py", str(file)))
    return [*lines, {"k": "sources", "rows": [[str(file), digest, 1]]}] if digest else lines


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def shown(recording: Path, reader: Reader = Reader()) -> str:  # noqa: B008 - it never changes
    subject = with_repairs(gather(recording, reader=reader))
    return "\n".join(str(FORMATS[name].render(subject)) for name in SHOWN)


@pytest.fixture
def script(tmp_path: Path) -> Path:
    file = tmp_path / "project" / "train.py"
    file.parent.mkdir()
    file.write_text(TEXT)
    return file


def test_a_file_with_the_recorded_hash_below_the_working_directory_is_shown(script: Path, tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", about(script, digest=sha(TEXT), cwd=script.parent))
    assert f"line_7 = '{SECRET}'" in shown(recording)


def test_the_script_s_own_folder_counts_as_well(script: Path, tmp_path: Path) -> None:
    lines = about(script, digest=sha(TEXT), cwd=tmp_path / "elsewhere")
    assert lines[0]["program"] == str(script)
    assert SECRET in shown(write(tmp_path / "r.jsonl", lines))


@pytest.mark.parametrize("cwd", ["/", "project"])
def test_without_a_hash_nothing_is_shown_whatever_folder_the_recording_claims(
    cwd: str, script: Path, tmp_path: Path
) -> None:
    recording = write(tmp_path / "r.jsonl", about(script, cwd=tmp_path / cwd))
    assert SECRET not in shown(recording)


def test_below_a_folder_that_the_reader_names_no_hash_is_needed(script: Path, tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", about(script))
    assert SECRET in shown(recording, Reader((str(tmp_path),)))
    assert SECRET not in shown(recording, Reader((str(tmp_path / "proj"),)))
    assert SECRET in shown(recording, OWN)


def test_another_text_is_not_shown_but_named_as_changed(script: Path, tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", about(script, digest=sha(TEXT), cwd=script.parent))
    script.write_text(TEXT.replace("line_7", "line_x"))
    for reader in (Reader(), Reader((str(tmp_path),)), OWN):
        text = shown(recording, reader)
        assert SECRET not in text
        assert text.count(CHANGED) == 2  # on the terminal and on the page


def test_a_file_outside_the_claimed_folders_is_not_even_compared(script: Path, tmp_path: Path) -> None:
    lines = about(script, digest=sha(TEXT), cwd=tmp_path / "elsewhere")
    lines[0]["program"] = "/gone/train.py"
    script.write_text("other")
    assert CHANGED not in shown(write(tmp_path / "r.jsonl", lines))


def test_the_environment_of_the_reader_stays_unread(tmp_path: Path) -> None:
    """A page is made to be sent: `/proc/self/environ` on it would give away the reader's keys."""
    recording = write(tmp_path / "r.jsonl", about("/proc/self/environ"))
    page = tmp_path / "page.html"
    command = [sys.executable, "-m", "tensorleak", "report", str(recording), "--html", str(page)]
    done = subprocess.run(command, env=os.environ | {"AWS_KEY": SECRET}, capture_output=True, text=True, timeout=60)
    assert (done.returncode, SECRET in done.stdout + page.read_text()) == (0, False)


def test_only_regular_source_files_are_opened(script: Path, tmp_path: Path) -> None:
    key = tmp_path / "id_rsa"
    key.write_text(SECRET)
    (tmp_path / "link.py").symlink_to(key)
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "folder.py").mkdir()
    (tmp_path / "huge.py").open("wb").truncate(5 << 20)
    texts = Texts(OWN)
    refused = ["link.py", "pipe.py", "folder.py", "huge.py", "id_rsa", "missing.py", "x" * 300 + ".py", "a\0.py"]
    assert {name: texts.content(str(tmp_path / name)) for name in refused} == dict.fromkeys(refused)
    assert texts.content("/proc/self/environ") is None
    assert texts.content("/" + "a/" * 3000 + "x.py") is None
    assert texts.content("\ud800.py") is None
    assert texts.content(str(script)) == TEXT.encode()


def test_a_link_does_not_lead_out_of_a_root(script: Path, tmp_path: Path) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (root / "train.py").symlink_to(script)
    assert Texts(Reader((str(root),))).content(str(root / "train.py")) is None
    assert Texts(Reader((str(tmp_path),))).content(str(root / "train.py")) is not None


def test_relative_names_are_those_of_the_program(script: Path, tmp_path: Path) -> None:
    lines = about("train.py", digest=sha(TEXT), cwd=script.parent)
    read = load(write(tmp_path / "r.jsonl", lines))
    assert read.texts.content("train.py") == TEXT.encode()
    assert read.texts.content(str(script)) == TEXT.encode()


def test_what_is_no_hash_is_a_broken_line(script: Path, tmp_path: Path) -> None:
    read = load(write(tmp_path / "r.jsonl", about(script, digest="0" * 63, cwd=script.parent)))
    assert (read.broken, read.texts.hashes) == (1, {})


@pytest.mark.parametrize("command", ["report", "compare"])
def test_the_option_names_folders(command: str, script: Path, tmp_path: Path) -> None:
    recording = write(tmp_path / "r.jsonl", about(script))
    words = [str(recording)] * (2 if command == "compare" else 1)

    def run(*more: str) -> subprocess.CompletedProcess[str]:
        command_line = [sys.executable, "-m", "tensorleak", command, *words, *more]
        return subprocess.run(command_line, capture_output=True, text=True, timeout=60)

    assert run("--source-root", str(tmp_path), "--source-root", "/").returncode == 0
    refused = run("--source-root", str(tmp_path / "none"))
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    if command == "report":
        assert SECRET in run("--source-root", str(tmp_path)).stdout
        assert SECRET not in run().stdout
