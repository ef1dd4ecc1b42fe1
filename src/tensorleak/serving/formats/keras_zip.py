"""`.keras` files: a zip with the configuration as JSON and the weights as HDF5, read in place where they are stored plain."""

from __future__ import annotations

import json
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any

from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats.files import blaming, regular_file
from tensorleak.serving.formats.hdf5 import Hdf5File, read_stretch

WEIGHTS, CONFIG = "model.weights.h5", "config.json"
MAX_MEMBERS = 10_000
MAX_CONFIG = 64 << 20
MAX_RATIO = 40  # JSON packs to a tenth, weights hardly at all
SLACK = 4 << 20
CHUNK = 1 << 20
LOCAL_HEADER = 30


def read_keras(path: Path, python: str | None = None) -> Hdf5File:
    """The tensors and the configuration of a `.keras` file."""
    regular_file(path)
    with blaming(path):
        try:
            with zipfile.ZipFile(path) as archive:
                return _read(archive, path, python)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
            raise ModelFileError(f"the zip is broken: {error}") from error
        except OSError as error:
            raise ModelFileError(f"the zip cannot be read: {error.strerror or error}") from error


def _read(archive: zipfile.ZipFile, path: Path, python: str | None) -> Hdf5File:
    if len(archive.infolist()) > MAX_MEMBERS:
        raise ModelFileError("the zip has too many members")
    config = _config(archive)
    weights = _member(archive, WEIGHTS)
    _refuse_bombs(weights)
    if weights.compress_type == zipfile.ZIP_STORED:
        found = read_stretch(path, path, _data_offset(path, weights), weights.file_size, python)
    else:
        found = _unpacked(archive, weights, path, python)
    return Hdf5File(found.tensors, config, found.texts)


def _member(archive: zipfile.ZipFile, name: str) -> zipfile.ZipInfo:
    found = [info for info in archive.infolist() if info.filename == name]
    if len(found) != 1:
        raise ModelFileError(f"the zip holds {'no' if not found else 'several'} {name}")
    if found[0].flag_bits & 1:
        raise ModelFileError(f"{name} is encrypted")
    return found[0]


def _refuse_bombs(info: zipfile.ZipInfo) -> None:
    if info.file_size > SLACK + MAX_RATIO * info.compress_size:
        raise ModelFileError(
            f"{info.filename} claims to unpack from {info.compress_size:,} to {info.file_size:,} bytes, like a zip bomb"
        )


def _config(archive: zipfile.ZipFile) -> dict[str, Any]:
    info = _member(archive, CONFIG)
    _refuse_bombs(info)
    if info.file_size > MAX_CONFIG:
        raise ModelFileError(f"{CONFIG} has {info.file_size:,} bytes")
    with archive.open(info) as source:
        found = json.loads(source.read(MAX_CONFIG).decode("utf-8", "replace"))
    if not isinstance(found, dict):
        raise ModelFileError(f"{CONFIG} is not a configuration")
    return found


def _data_offset(path: Path, info: zipfile.ZipInfo) -> int:
    """Where a member's bytes begin: its local header has fields of its own length."""
    with path.open("rb") as source:
        source.seek(info.header_offset)
        header = source.read(LOCAL_HEADER)
    if len(header) < LOCAL_HEADER or header[:4] != b"PK\x03\x04":
        raise ModelFileError("a member's header is missing")
    begin = info.header_offset + LOCAL_HEADER
    begin += int.from_bytes(header[26:28], "little") + int.from_bytes(header[28:30], "little")
    if begin + info.file_size > path.stat().st_size:
        raise ModelFileError(f"{info.filename} is cut off")
    return begin


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: Path, python: str | None) -> Hdf5File:
    """Weights that somebody packed are unpacked to a temporary file, never beyond the size that was checked."""
    with tempfile.NamedTemporaryFile(prefix="tensorleak-", suffix=".h5") as target, archive.open(info) as source:
        done = 0
        while chunk := source.read(CHUNK):
            done += len(chunk)
            if done > info.file_size:
                raise ModelFileError(f"{info.filename} unpacks to more than it claims")
            target.write(chunk)
        target.flush()
        return read_stretch(Path(target.name), path, 0, done, python)
