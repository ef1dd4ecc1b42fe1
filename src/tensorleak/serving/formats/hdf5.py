"""HDF5 weights and models: listed by h5py in a process of its own, with bounded time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats import hdf5_listing
from tensorleak.serving.formats.checkpoint import is_optimizers
from tensorleak.serving.formats.files import regular_file
from tensorleak.serving.tensors import StoredTensor, checked_shape

SIGNATURE = b"\x89HDF\r\n\x1a\n"
SECONDS = 30.0


@dataclass
class Hdf5File:
    """What an HDF5 file says of a model: its tensors, its configuration, the version that wrote it."""

    tensors: list[StoredTensor]
    config: dict[str, Any] | None = None
    texts: dict[str, str] = field(default_factory=dict)


def read_hdf5(path: Path, python: str | None = None) -> Hdf5File:
    """The tensors of a `.h5` file, and the model's configuration where it is a whole model."""
    return read_stretch(path, path, 0, regular_file(path), python)


def read_stretch(path: Path, named: Path, offset: int, size: int, python: str | None) -> Hdf5File:
    """The same for an HDF5 file that lies within another; errors name the file that the user named."""
    _check_signature(path, named, offset, size)
    answer = _ask(path, named, offset, size, python or sys.executable)
    tensors = [_tensor(row, named) for row in answer.get("tensors", [])]
    texts = answer.get("texts", {})
    return Hdf5File([t for t in tensors if "seed_generator" not in t.name], _config(texts), texts)


def _check_signature(path: Path, named: Path, offset: int, size: int) -> None:
    """The superblock may follow a user block of 512 bytes, 1024, 2048 and so on."""
    try:
        with path.open("rb") as source:
            at = 0
            while at + 8 <= size and at <= 1 << 20:
                source.seek(offset + at)
                if source.read(8) == SIGNATURE:
                    return
                at = max(512, at * 2)
    except OSError as error:
        raise ModelFileError(f"{named}: {error.strerror or error}: make it readable") from error
    raise ModelFileError(f"{named} is not an HDF5 file: name a .keras, .h5, SavedModel or checkpoint")


def _ask(path: Path, named: Path, offset: int, size: int, python: str) -> dict[str, Any]:
    command = [python, "-I", hdf5_listing.__file__, str(path.absolute()), str(offset), str(size)]
    settings = dict(os.environ, OPENBLAS_NUM_THREADS="1", OMP_NUM_THREADS="1")
    try:
        done = subprocess.run(command, capture_output=True, timeout=SECONDS, env=settings, stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired as error:
        raise ModelFileError(f"{named} took more than {SECONDS:.0f} s to list: it is damaged, save it again") from error
    except OSError as error:
        raise ModelFileError(f"cannot start {python!r} to list {named}: {error.strerror or error}") from error
    try:
        answer = json.loads(done.stdout)
    except (ValueError, RecursionError) as error:
        raise ModelFileError(f"{named} is damaged (it ended the HDF5 library): save the model again") from error
    if "missing" in answer:
        raise ModelFileError(f"reading {named} needs h5py: pip install 'tensorleak[models]'")
    if "refused" in answer:
        raise ModelFileError(f"{named} is damaged ({answer['refused']}): save the model again")
    found: dict[str, Any] = answer
    return found


def _tensor(row: list[Any], named: Path) -> StoredTensor:
    name, shape, dtype, stored = row
    return StoredTensor(name, checked_shape(shape, str(named)), dtype, is_optimizers(name), stored)


def _config(texts: dict[str, str]) -> dict[str, Any] | None:
    try:
        found = json.loads(texts.get("model_config", "null"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None
