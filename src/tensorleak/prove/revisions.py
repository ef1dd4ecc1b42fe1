"""Two states of a git repository laid out aside, without a change to the checkout, its index or its worktrees."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from tensorleak.errors import UsageError
from tensorleak.prove.project import copy_project

WORKING_TREE = "."
# The user's hooks and caches stay out of it: nothing may be written below .git.
QUIET = (
    "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false", "-c", "core.splitIndex=false",
    "-c", "core.untrackedCache=false",
)  # fmt: skip


def repository_root(folder: Path) -> Path:
    """The top of the repository that `folder` belongs to."""
    return Path(_git(folder, "rev-parse", "--show-toplevel"))


def lay_out(repository: Path, revision: str, target: Path) -> str:
    """Puts the files of a revision into `target`; returns the commit's short name, or `working tree` for a dot."""
    if revision == WORKING_TREE:
        copy_project(repository, target)
        return "working tree"
    commit = _commit(repository, revision)
    target.mkdir(parents=True)
    index = target.parent / f"{target.name}.index"
    try:
        _git(repository, "read-tree", commit, index=index)
        _git(repository, "checkout-index", "--all", f"--prefix={target}/", index=index)
    finally:
        index.unlink(missing_ok=True)
    _add_untracked(repository, target)
    return commit[:12]


def _commit(repository: Path, revision: str) -> str:
    if revision.startswith("-"):
        raise UsageError(f"{revision!r} is no revision: name a commit, a branch or a tag, or `.` for the working tree")
    try:
        return _git(repository, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}")
    except UsageError:
        raise UsageError(
            f"no revision {revision!r} in {repository}: name a commit, a branch or a tag, or `.` for the working tree"
        ) from None


def _add_untracked(repository: Path, target: Path) -> None:
    """Adds the data that a program needs and git does not know; source must come from the revision alone."""
    tracked = {Path(name) for name in _git(repository, "ls-files", "-z").split("\0") if name}
    copy_project(repository, target, lambda path: path not in tracked and path.suffix != ".py")


def _git(folder: Path, *words: str, index: Path | None = None) -> str:
    git = shutil.which("git")
    if git is None:
        raise UsageError("git was not found: install it, or give two commands with --before and --after")
    environment = dict(os.environ, GIT_OPTIONAL_LOCKS="0")
    if index is not None:
        environment["GIT_INDEX_FILE"] = str(index)
    done = subprocess.run([git, *QUIET, *words], cwd=folder, env=environment, capture_output=True, check=False)
    if done.returncode:
        reason = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise UsageError(f"git {words[0]} failed in {folder}: {reason[-1] if reason else f'status {done.returncode}'}")
    return os.fsdecode(done.stdout).rstrip("\n")
