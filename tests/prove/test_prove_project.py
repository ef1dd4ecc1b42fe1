"""Copies of a project: complete, independent of the original, and without what does not belong."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tensorleak.errors import UsageError
from tensorleak.prove import project
from tensorleak.prove.project import copy_project, project_root


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    root = tmp_path / "app"
    (root / "pkg" / "deep" / "deeper").mkdir(parents=True)
    (root / "pkg" / "deep" / "deeper" / "data.txt").write_text("data")
    (root / "train.py").write_text("print(1)")
    (root / "train.py").chmod(0o755)
    (root / "empty").mkdir()
    for name in (".git", "__pycache__", ".venv", ".mypy_cache"):
        (root / name).mkdir()
        (root / name / "inside").write_text("no")
    (root / ".venv" / "pyvenv.cfg").write_text("")
    return root


def test_nested_files_modes_and_empty_folders(tree: Path, tmp_path: Path) -> None:
    copied = copy_project(tree, tmp_path / "copy")
    assert (tmp_path / "copy/pkg/deep/deeper/data.txt").read_text() == "data"
    assert os.access(tmp_path / "copy/train.py", os.X_OK)
    assert (tmp_path / "copy/empty").is_dir()
    assert (copied.files, copied.linked) == (2, ())


def test_what_does_not_belong_is_left_out(tree: Path, tmp_path: Path) -> None:
    copy_project(tree, tmp_path / "copy")
    assert sorted(path.name for path in (tmp_path / "copy").iterdir()) == ["empty", "pkg", "train.py"]


def test_an_environment_is_known_by_its_contents(tree: Path, tmp_path: Path) -> None:
    (tree / "my-env" / "bin").mkdir(parents=True)
    (tree / "my-env" / "pyvenv.cfg").write_text("")
    (tree / "venv").mkdir()
    (tree / "venv" / "notes.txt").write_text("a folder that is merely called venv")
    copy_project(tree, tmp_path / "copy")
    assert not (tmp_path / "copy/my-env").exists()
    assert (tmp_path / "copy/venv/notes.txt").exists()


def test_writing_to_the_copy_leaves_the_original(tree: Path, tmp_path: Path) -> None:
    copy_project(tree, tmp_path / "copy")
    (tmp_path / "copy/train.py").write_text("changed")
    assert (tree / "train.py").read_text() == "print(1)"


def test_links(tree: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").write_text("outside")
    (tree / "near").symlink_to("pkg/deep")
    (tree / "far").symlink_to("../outside.txt")
    (tree / "fixed").symlink_to(tree / "train.py")
    (tree / "broken").symlink_to("nowhere")
    (tree / "loop").symlink_to(".")
    copy = tmp_path / "a" / "b" / "copy"
    copy_project(tree, copy)
    assert (copy / "near").resolve() == (copy / "pkg/deep").resolve()
    assert (copy / "far").read_text() == "outside"
    assert (copy / "fixed").resolve() == (copy / "train.py").resolve()
    assert (copy / "broken").is_symlink()
    assert (copy / "loop").resolve() == copy.resolve()


def test_large_files_are_linked(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project, "LARGE", 1000)
    (tree / "weights.bin").write_bytes(b"x" * 2000)
    copied = copy_project(tree, tmp_path / "copy")
    assert copied.linked == (Path("weights.bin"),)
    assert (tmp_path / "copy/weights.bin").resolve() == tree / "weights.bin"


def test_much_data_is_linked_largest_first_and_source_never(
    tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(project, "BUDGET", 1500)
    (tree / "long.py").write_bytes(b"#" * 1200)
    (tree / "one.bin").write_bytes(b"x" * 900)
    (tree / "two.bin").write_bytes(b"x" * 200)
    copied = copy_project(tree, tmp_path / "copy")
    assert copied.linked == (Path("one.bin"),)


def test_pipes_do_not_block(tree: Path, tmp_path: Path) -> None:
    os.mkfifo(tree / "pipe")
    copy_project(tree, tmp_path / "copy")
    assert not (tmp_path / "copy/pipe").exists()


def test_too_many_files_is_a_usage_error(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project, "MAX_ENTRIES", 2)
    with pytest.raises(UsageError, match="--root"):
        copy_project(tree, tmp_path / "copy")


def test_a_full_disk_is_a_usage_error(tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project.shutil, "disk_usage", lambda _: os.terminal_size((0, 0)) and type("U", (), {"free": 1}))
    with pytest.raises(UsageError, match="TMPDIR"):
        copy_project(tree, tmp_path / "copy")


def test_root_is_the_nearest_project(tree: Path, tmp_path: Path) -> None:
    assert project_root(tree / "pkg" / "deep") == tree
    (tree / "pkg" / "pyproject.toml").write_text("")
    assert project_root(tree / "pkg" / "deep") == tree / "pkg"


def test_without_a_project_the_scripts_folder(tmp_path: Path) -> None:
    lonely = tmp_path / "lonely"
    lonely.mkdir()
    assert project_root(lonely) == lonely


def test_a_home_folder_is_no_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / "play").mkdir()
    monkeypatch.setenv("HOME", str(tmp_path))
    assert project_root(tmp_path / "play") == tmp_path / "play"
