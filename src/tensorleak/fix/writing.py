"""Puts new text into a file without ever leaving it half written or losing a change that somebody else made."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import tempfile
import tokenize
from pathlib import Path

from tensorleak.errors import TensorleakError


class FixError(TensorleakError):
    """A fix cannot be written; the file is as it was."""


def write_text(path: Path, before: str, after: str) -> None:
    """Replaces the text of a file, which must still be `before`; mode, encoding, mark and line ends are kept."""
    try:
        target = path.resolve(strict=True)  # a link stays a link: what it points to is rewritten
        raw = target.read_bytes()
        _replace(target, raw, _encode(raw, before, after, path))
    except OSError as error:
        reason = error.strerror or str(error)
        raise FixError(f"{path} cannot be rewritten: {reason}. The file is as it was.") from error


def _encode(raw: bytes, before: str, after: str, path: Path) -> bytes:
    """The new bytes in the encoding of the old ones."""
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(raw).readline)
        present = raw.decode(encoding)
        if present != before:
            raise FixError(f"{path} has changed since it was checked: check it again.")
        return after.encode(encoding)
    except (SyntaxError, LookupError, UnicodeError) as error:
        raise FixError(f"{path} cannot be rewritten in its encoding: {error}. The file is as it was.") from error


def _replace(target: Path, expected: bytes, new: bytes) -> None:
    handle, name = tempfile.mkstemp(prefix=f".{target.name}.", suffix=".tensorleak", dir=target.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(new)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(target, beside)
        if target.read_bytes() != expected:
            raise FixError(f"{target} has changed since it was checked: check it again.")
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
