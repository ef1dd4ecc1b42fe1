"""Writing a fix: all or nothing, in the file's own encoding and line ends, and never over somebody else's change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tensorleak.fix import api
from tensorleak.fix.api import FileFix, FixError


def fix_of(path: Path, before: str, after: str) -> FileFix:
    return FileFix(path, path.name, before, after)


def test_writes_and_keeps_the_mode(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    path.chmod(0o750)
    api.write(fix_of(path, "x = 1\n", "x = 2\n"))
    assert path.read_text() == "x = 2\n"
    assert path.stat().st_mode & 0o777 == 0o750
    assert [one.name for one in tmp_path.iterdir()] == ["a.py"]


def test_refuses_a_file_that_changed_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 3\n")
    with pytest.raises(FixError, match="has changed since it was checked"):
        api.write(fix_of(path, "x = 1\n", "x = 2\n"))
    assert path.read_text() == "x = 3\n"


def test_refuses_a_file_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(FixError, match="cannot be rewritten"):
        api.write(fix_of(tmp_path / "a.py", "x = 1\n", "x = 2\n"))


@pytest.mark.parametrize(
    ("raw", "encoding"),
    [
        (b"x = 1\r\n", "utf-8"),
        (b"\xef\xbb\xbfx = 1\n", "utf-8-sig"),
        (b"# coding: latin-1\nx = '\xe9'\n", "latin-1"),
    ],
)
def test_line_ends_mark_and_encoding_survive(tmp_path: Path, raw: bytes, encoding: str) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(raw)
    before = raw.decode(encoding)
    api.write(fix_of(path, before, before.replace("x", "y", 1)))
    assert path.read_bytes() == raw.replace(b"x", b"y", 1)


def test_what_the_encoding_cannot_hold_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"# coding: ascii\nx = 1\n")
    with pytest.raises(FixError, match="encoding"):
        api.write(fix_of(path, "# coding: ascii\nx = 1\n", "# coding: ascii\nx = 'é'\n"))
    assert path.read_bytes() == b"# coding: ascii\nx = 1\n"


def test_a_failing_write_leaves_the_original(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")

    def fail(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(FixError, match="Permission denied"):
        api.write(fix_of(path, "x = 1\n", "x = 2\n"))
    assert path.read_text() == "x = 1\n"
    assert [one.name for one in tmp_path.iterdir()] == ["a.py"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_leaves_the_original(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_text("x = 1\n")
    tmp_path.chmod(0o500)
    try:
        with pytest.raises(FixError, match="cannot be rewritten"):
            api.write(fix_of(path, "x = 1\n", "x = 2\n"))
    finally:
        tmp_path.chmod(0o700)
    assert path.read_text() == "x = 1\n"


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.py", tmp_path / "link.py"
    real.write_text("x = 1\n")
    link.symlink_to(real)
    api.write(fix_of(link, "x = 1\n", "x = 2\n"))
    assert link.is_symlink()
    assert real.read_text() == "x = 2\n"
