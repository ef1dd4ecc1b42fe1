"""Where reports go: to a file, written beside and then renamed, or to stdout, named `-`."""

from __future__ import annotations

import sys
from pathlib import Path

from tensorleak.errors import UsageError
from tensorleak.files import write_beside
from tensorleak.safe import name

STDOUT = Path("-")


def write_out(content: str | bytes, target: Path) -> None:
    """Writes a report: text as UTF-8 whatever the terminal's language, bytes never to a terminal."""
    if target == STDOUT:
        _to_stdout(content)
        return
    try:
        write_beside(target, _encoded(content))
    except OSError as error:
        raise UsageError(f"cannot write {name(str(target))}: {error.strerror or error}") from error


def refuse_missing_folder(target: Path | None) -> None:
    """Before a long run, not after it: a report needs a folder to go to."""
    if target is not None and target != STDOUT and not target.absolute().parent.is_dir():
        raise UsageError(f"cannot write {name(str(target))}: there is no folder {name(str(target.parent))}")


def refuse_terminal(target: Path) -> None:
    """Binary formats would only disturb a terminal."""
    if target == STDOUT and sys.stdout.isatty():
        raise UsageError("this format is binary and stdout is a terminal: name a file with --output FILE")


def _to_stdout(content: str | bytes) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(_encoded(content))
    sys.stdout.buffer.flush()


def _encoded(content: str | bytes) -> bytes:
    return content if isinstance(content, bytes) else content.encode(errors="replace")
