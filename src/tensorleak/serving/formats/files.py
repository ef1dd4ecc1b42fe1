"""Opens what a user names as a model: plain files of a sane size, read without surprises."""

from __future__ import annotations

import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tensorleak.serving.errors import ModelFileError


def regular_file(path: Path) -> int:
    """The size of a plain file; pipes, devices and directories are refused, since reading them may never end."""
    try:
        found = path.stat()
    except OSError as error:
        raise ModelFileError(f"{path}: {error.strerror or error}: name an existing model") from error
    except ValueError as error:
        raise ModelFileError(f"{str(path)!r} is not a path: name an existing model") from error
    if stat.S_ISDIR(found.st_mode):
        raise ModelFileError(f"{path} is a directory without a model: name a .keras, .h5, SavedModel or checkpoint")
    if not stat.S_ISREG(found.st_mode):
        raise ModelFileError(f"{path} is not a plain file: name a .keras, .h5, SavedModel or checkpoint")
    return found.st_size


def read_whole(path: Path, limit: int) -> bytes:
    """All of a file, unless it is larger than such a file can sensibly be."""
    size = regular_file(path)
    if size > limit:
        raise ModelFileError(f"{path} has {size:,} bytes, more than the {limit:,} that are read: it is not such a file")
    try:
        with path.open("rb") as source:
            return source.read(limit + 1)[:limit]
    except OSError as error:
        raise ModelFileError(f"{path}: {error.strerror or error}: make it readable") from error


@contextmanager
def blaming(path: Path) -> Iterator[None]:
    """Puts the file's name and the next action to whatever is found wrong inside."""
    try:
        yield
    except ModelFileError as error:
        if str(path) in str(error):
            raise
        raise ModelFileError(f"{path} is damaged ({error}): save the model again") from error
    except (RecursionError, OverflowError, MemoryError) as error:
        raise ModelFileError(f"{path} is damaged ({type(error).__name__}): save the model again") from error
