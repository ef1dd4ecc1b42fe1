"""Two revisions are laid out aside; the repository, its checkout and its worktree list stay as they are."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from stage import make_app, prove, repaired, snapshot

from tensorleak.errors import UsageError
from tensorleak.prove import revisions


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main")
    return subprocess.run(["git", *identity, *words], cwd=folder, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository whose second commit repairs the program, with data that git does not know."""
    app = make_app(tmp_path)
    (app / "fixed.py").unlink()
    (app / ".gitignore").write_text("*.bin\n")
    git(app, "init", "-q")
    git(app, "add", ".")
    git(app, "commit", "-qm", "leaks")
    git(app, "tag", "old")
    (app / "train.py").write_text(repaired((app / "train.py").read_text()))
    git(app, "commit", "-qam", "repaired")
    (app / "data.bin").write_bytes(b"data")
    (app / "loose.py").write_text("untracked source")
    return app


def test_lay_out(repository: Path, tmp_path: Path) -> None:
    before = snapshot(repository)
    name = revisions.lay_out(repository, "old", tmp_path / "copy")
    assert git(repository, "rev-parse", "old").startswith(name)
    assert "LEAK" in (tmp_path / "copy/train.py").read_text()
    assert (tmp_path / "copy/data.bin").read_bytes() == b"data"
    assert not (tmp_path / "copy/loose.py").exists()
    assert not (tmp_path / "copy/.git").exists()
    assert snapshot(repository) == before


def test_the_working_tree(repository: Path, tmp_path: Path) -> None:
    (repository / "train.py").write_text("not committed")
    assert revisions.lay_out(repository, ".", tmp_path / "copy") == "working tree"
    assert (tmp_path / "copy/train.py").read_text() == "not committed"


@pytest.mark.parametrize("revision", ["nowhere", "--help", "old:train.py"])
def test_no_revision_is_one_line(repository: Path, tmp_path: Path, revision: str) -> None:
    with pytest.raises(UsageError, match="revision"):
        revisions.lay_out(repository, revision, tmp_path / "copy")


def test_outside_a_repository(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="git"):
        revisions.repository_root(tmp_path)


def test_proven_between_revisions(repository: Path) -> None:
    before = snapshot(repository)
    done = prove(repository, "--revisions", "old", "HEAD", "train.py")
    assert done.returncode == 0, done.stderr
    assert " PROVEN  the graph gains 3 operations per session run at train.py:7" in done.stdout
    assert snapshot(repository) == before
    assert "prunable" not in git(repository, "worktree", "list")
    assert git(repository, "worktree", "list").count("\n") == 1


def test_the_other_way_round_is_a_new_leak(repository: Path) -> None:
    done = prove(repository, "--revisions", "HEAD", "old", "train.py")
    assert done.returncode == 1
    assert "NEW LEAK" in done.stdout


def test_a_script_that_one_revision_lacks(repository: Path) -> None:
    git(repository, "add", "loose.py")
    git(repository, "commit", "-qm", "more")
    done = prove(repository, "--revisions", "old", "HEAD", "loose.py")
    assert done.returncode == 2
    assert "has no loose.py" in done.stderr
