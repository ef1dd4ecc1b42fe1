"""Where a recording goes: what is refused before the program starts, and what is told when no recording is left."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from support import observe

from tensorleak import target
from tensorleak.errors import UsageError

NOBODY = 65534
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="needs to make files of another user")


def script(folder: Path, text: str) -> str:
    (folder / "program.py").write_text(text)
    return "program.py"


def run(folder: Path | None, *words: str, **options: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tensorleak", "run", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=60, **options)


def link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere"))


def foreign_folder(path: Path) -> None:
    path.mkdir()
    os.chown(path, NOBODY, NOBODY)


def open_folder(path: Path) -> None:
    path.mkdir()
    path.chmod(0o777)


def linked_folder(path: Path) -> None:
    path.with_name("elsewhere").mkdir()
    link(path)


def foreign_file(path: Path) -> None:
    path.touch()
    os.chown(path, NOBODY, NOBODY)


def open_file(path: Path) -> None:
    path.touch()
    path.chmod(0o666)


@pytest.mark.parametrize(
    ("suffix", "make"),
    [
        (".children", open_folder),
        (".children", linked_folder),
        (".children", Path.touch),
        pytest.param(".children", foreign_folder, marks=as_root),
        (".ask", link),
        (".ask", open_file),
        (".ask", Path.mkdir),
        (".ask", os.mkfifo),
        pytest.param(".ask", foreign_file, marks=as_root),
    ],
)
def test_what_others_put_beside_a_recording_is_refused(
    tmp_path: Path, suffix: str, make: Callable[[Path], None]
) -> None:
    make(tmp_path / f"run.jsonl{suffix}")
    outcome = observe(tmp_path, script(tmp_path, "print('started')"))
    assert (outcome.status, outcome.stdout) == (2, "")
    assert outcome.stderr.count("\n") == 1
    assert f"run.jsonl{suffix} is not this user's alone" in outcome.stderr


def test_what_the_user_left_beside_a_recording_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl.children").mkdir(mode=0o700)
    (tmp_path / "run.jsonl.ask").touch(mode=0o600)
    outcome = observe(tmp_path, script(tmp_path, "print('started')"))
    assert (outcome.status, outcome.stdout) == (0, "started\n")


def test_a_sheet_is_its_owners_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        target.ask(tmp_path / "r.jsonl", "collect")
        target.ask(tmp_path / "r.jsonl", "census")
    finally:
        os.umask(before)
    made = tmp_path / "r.jsonl.ask"
    assert made.read_text() == '{"look": "collect"}\n{"look": "census"}\n'
    assert stat.S_IMODE(made.stat().st_mode) == 0o600


def hard_link(path: Path) -> None:
    path.with_name("elsewhere").write_text("mine")
    os.link(path.with_name("elsewhere"), path)


@pytest.mark.parametrize("make", [link, open_file, os.mkfifo, hard_link, pytest.param(foreign_file, marks=as_root)])
def test_nothing_is_written_through_what_others_planted(tmp_path: Path, make: Callable[[Path], None]) -> None:
    other = tmp_path / "elsewhere"
    other.write_text("mine")
    planted = tmp_path / "r.jsonl.ask"
    make(planted)
    with pytest.raises(OSError):
        target.ask(tmp_path / "r.jsonl", "collect")
    assert other.read_text() == "mine"
    assert planted.is_fifo() or planted.read_text() in ("mine", "")


@pytest.mark.parametrize("place", ["/proc/x/y.jsonl", "/dev/null/y.jsonl", "file/y.jsonl"])
def test_a_folder_that_cannot_be_made_is_one_line(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").touch()
    done = run(tmp_path, "--record", place, script(tmp_path, "print('started')"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("tensorleak: cannot record to ")
    assert "--record" in done.stderr


def test_a_folder_that_can_be_made_is_made(tmp_path: Path) -> None:
    done = run(tmp_path, "-q", "--record", "new/folder/y.jsonl", script(tmp_path, "print('started')"))
    assert (done.returncode, done.stdout) == (0, "started\n")
    assert (tmp_path / "new/folder/y.jsonl").is_file()


@pytest.mark.skipif(os.geteuid() == 0, reason="everything can be written to by root")
def test_a_folder_that_cannot_be_written_to_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    with pytest.raises(UsageError, match="cannot be written to"):
        target.clear_target(tmp_path / "shut" / "r.jsonl")


def test_a_link_to_nowhere_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.jsonl").symlink_to(tmp_path / "nowhere")
    done = run(tmp_path, "--record", "r.jsonl", script(tmp_path, "print('started')"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "is a link to nowhere" in done.stderr
    assert (tmp_path / "r.jsonl").is_symlink()


def test_a_pipe_is_no_place_for_a_recording(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "r.jsonl")
    done = run(tmp_path, "--record", "r.jsonl", script(tmp_path, "print('started')"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "is not a recording" in done.stderr


def gone(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The desk in a working directory that no longer exists."""
    (folder / "gone").mkdir()
    shell = 'cd gone && rmdir ../gone && exec "$@"'
    command = [sys.executable, "-m", "tensorleak", "run", *words]
    return subprocess.run(["sh", "-c", shell, "sh", *command], cwd=folder, capture_output=True, text=True, timeout=60)


def test_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    script(tmp_path, "print('started')")
    done = gone(
        tmp_path, "--record", str(tmp_path / "r.jsonl"), "--python", sys.executable, str(tmp_path / "program.py")
    )
    assert (done.returncode, done.stdout) == (0, "started\n")
    assert "internal error" not in done.stderr
    assert "Traceback" not in done.stderr


def test_a_relative_place_in_a_working_directory_that_is_gone(tmp_path: Path) -> None:
    script(tmp_path, "print('started')")
    done = gone(tmp_path, "--record", "r.jsonl", "--python", sys.executable, str(tmp_path / "program.py"))
    assert (done.returncode, done.stdout) == (2, "")
    assert (
        done.stderr
        == "tensorleak: cannot record to r.jsonl: No such file or directory: name another file with --record\n"
    )


def test_a_user_without_a_home_has_a_recording(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert target.default_recording("train.py").parent.parent == tmp_path


REMOVES = "import os, time\ntime.sleep(1)\nos.unlink(os.environ['TENSORLEAK_RECORD'])\nprint('done')"


def test_a_recording_that_the_program_removed_is_told(tmp_path: Path) -> None:
    outcome = observe(tmp_path, script(tmp_path, REMOVES))
    assert (outcome.status, outcome.stdout) == (0, "done\n")
    assert "was removed while the program ran" in outcome.stderr
    assert "started no Python" not in outcome.stderr


def test_a_program_that_could_not_be_observed_is_told(tmp_path: Path) -> None:
    outcome = observe(tmp_path, "--", sys.executable, "-I", "-c", "import time; time.sleep(0.5)")
    assert "started no Python that could be observed" in outcome.stderr
    assert "was removed while" not in outcome.stderr
