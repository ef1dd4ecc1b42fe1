"""Where a recording goes: its file, the folder for other processes' recordings, and the sheet of questions beside it."""

from __future__ import annotations

import errno
import json
import os
import shutil
import stat
import time
from collections.abc import Callable
from pathlib import Path

from tensorleak.errors import UsageError
from tensorleak.safe import name

KEPT_RECORDINGS = 20
OURS = b"tensorleak.recording"  # in the first line of each recording
BY_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def default_recording(program: str) -> Path:
    """A fresh path in the user's own state folder, where only the newest recordings are kept."""
    try:
        base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "tensorleak"
        base.mkdir(mode=0o700, parents=True, exist_ok=True)
        _prune(base)
    except (OSError, RuntimeError):  # also a user without a home
        import tempfile

        base = Path(tempfile.mkdtemp(prefix="tensorleak-"))
    stem = Path(program).stem or "program"
    return base / f"{stem}-{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}.jsonl"


def _prune(folder: Path) -> None:
    for old in sorted(folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)[: -KEPT_RECORDINGS + 1]:
        remove_recording(old)


def remove_recording(path: Path) -> None:
    """Removes a recording with everything that belongs to it."""
    for part in (path, sheet(path)):
        part.unlink(missing_ok=True)
    shutil.rmtree(children(path), ignore_errors=True)


def children(path: Path) -> Path:
    """The folder with the recordings of the processes that the program starts."""
    return Path(f"{path}.children")


def sheet(path: Path) -> Path:
    """The file with the questions to the process that writes this recording."""
    return Path(f"{path}.ask")


def clear_target(path: Path) -> None:
    """Makes room for a new recording; an older recording is replaced, any other file is not touched."""
    try:
        path = path.absolute()  # fails where the working directory is gone
        _make_room(path)
        path.parent.mkdir(parents=True, exist_ok=True)
        if not os.access(path.parent, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, "the folder cannot be written to")
    except OSError as error:
        raise UsageError(
            f"cannot record to {name(str(path))}: {error.strerror or error}: name another file with --record"
        ) from error


def _make_room(path: Path) -> None:
    if path.is_dir():
        raise UsageError(f"{name(str(path))} is a directory: name a file for the recording")
    if path.is_symlink() and not path.exists():
        raise UsageError(f"{name(str(path))} is a link to nowhere: remove it, or name another file for the recording")
    if path.exists():
        if not path.is_file() or not _is_recording(path):
            raise UsageError(f"{name(str(path))} exists and is not a recording: choose another file")
        remove_recording(path)
    _refuse_foreign(sheet(path), stat.S_ISREG)
    _refuse_foreign(children(path), stat.S_ISDIR)


def _is_recording(path: Path) -> bool:
    with path.open("rb") as source:
        first = source.read(200)
    return not first or OURS in first


def _refuse_foreign(path: Path, is_kind: Callable[[int], bool]) -> None:
    """What somebody else put beside the recording would let them steer the probe, or write through a link of theirs."""
    try:
        seen = path.lstat()
    except FileNotFoundError:
        return
    if not is_kind(seen.st_mode) or not _only_mine(seen):
        raise UsageError(f"{name(str(path))} is not this user's alone: remove it, or record elsewhere with --record")


def _only_mine(seen: os.stat_result) -> bool:
    """Whether nobody else can write to it, nor has made it."""
    return seen.st_uid == os.geteuid() and not seen.st_mode & BY_OTHERS


def ask(path: Path, question: str) -> None:
    """Appends a question to the sheet of one recording; OSError when the sheet is not this user's own plain file."""
    descriptor = _open_sheet(sheet(path))
    try:
        os.write(descriptor, (json.dumps({"look": question}) + "\n").encode())
    finally:
        os.close(descriptor)


def _open_sheet(path: Path) -> int:
    ways = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    try:
        return os.open(path, ways | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        descriptor = os.open(path, ways)
    seen = os.fstat(descriptor)
    if stat.S_ISREG(seen.st_mode) and seen.st_nlink == 1 and _only_mine(seen):
        return descriptor
    os.close(descriptor)
    raise PermissionError(f"{path} is not this user's own file")
