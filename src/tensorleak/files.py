"""Writing files so that a reader never sees half of one."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_beside(target: Path, content: bytes) -> None:
    """Writes beside the target, then renames; an existing file keeps its permissions, a link stays a link.

    Pipes and devices (`/dev/stdout`, a shell's `>(...)`) cannot be replaced: they are written to.
    """
    if target.exists() and not target.is_file() and not target.is_dir():
        target.write_bytes(content)
        return
    real = Path(os.path.realpath(target))
    handle, name = tempfile.mkstemp(prefix=f".{real.name}.", suffix=".new", dir=real.parent)
    new = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        new.chmod(real.stat().st_mode & 0o7777 if real.exists() else 0o666 & ~_umask())
        new.replace(real)
    except BaseException:
        with contextlib.suppress(OSError):
            new.unlink()
        raise


def _umask() -> int:
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
