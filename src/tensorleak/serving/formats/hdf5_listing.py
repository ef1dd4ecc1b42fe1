"""Lists the datasets of one HDF5 file as JSON, as a program of its own: the HDF5 library is C and the file is untrusted.

Runs on Python 3.7 or newer with h5py; the caller bounds its time, this bounds its memory.
"""

from __future__ import annotations

import io
import json
import os
import sys
from typing import Any

MAX_OBJECTS = 400000
MAX_DEPTH = 64
MAX_TEXT = 64 << 20
MAX_RATIO = 2000  # packed weights seldom halve; only made-up ones shrink like this
SLACK = 1 << 20
ADDRESS_SPACE = 4 << 30
CPU_SECONDS = 30
WANTED = ("model_config", "keras_version", "backend", "training_config")


class Refused(Exception):  # noqa: N818
    """What is wrong with the file, in one line."""


class Slice(io.RawIOBase):
    """A stretch of a file as a file: weights stored inside a zip are read in place."""

    def __init__(self, path: str, offset: int, size: int) -> None:
        super().__init__()
        self._file = open(path, "rb")  # noqa: PTH123, SIM115
        self._offset, self._size, self._at = offset, size, 0

    def readable(self) -> bool:
        """Read only."""
        return True

    def seekable(self) -> bool:
        """The HDF5 library jumps about."""
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        """Moves within the stretch."""
        self._at = offset + (0, self._at, self._size)[whence]
        return self._at

    def tell(self) -> int:
        """The place within the stretch."""
        return self._at

    def readinto(self, buffer: Any) -> int:
        """Never reads past the stretch."""
        count = max(0, min(len(buffer), self._size - self._at))
        self._file.seek(self._offset + self._at)
        data = self._file.read(count)
        buffer[: len(data)] = data
        self._at += len(data)
        return len(data)


def limit_resources() -> None:
    """A hostile header can ask for any amount of memory or time: neither is given."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (ADDRESS_SPACE, ADDRESS_SPACE))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def dtype_name(dataset: Any) -> str:
    """The dtype's name; Keras notes beside the data what HDF5 has no type for."""
    noted = dataset.attrs.get("dtype")
    if isinstance(noted, bytes):
        noted = noted.decode("utf-8", "replace")
    if isinstance(noted, str) and len(noted) < 32:
        return noted
    dtype = dataset.dtype
    return str(dtype.name) if dtype.kind in "fiubc" else ""


def describe(name: str, dataset: Any) -> list[Any] | None:
    """One row; a dataset that claims far more than the file stores is refused."""
    dtype = dtype_name(dataset)
    if not dtype or dataset.shape is None:
        return None
    stored = dataset.id.get_storage_size()
    claimed = dataset.dtype.itemsize
    for size in dataset.shape:
        claimed *= size
    packed = dataset.compression is not None or dataset.chunks is not None
    if claimed > SLACK + stored * (MAX_RATIO if packed else 1):
        raise Refused(f"the tensor {name[:80]!r} claims {claimed} bytes and stores {stored}")
    return [name, list(dataset.shape), dtype, stored]


def walk(h5py: Any, group: Any, path: str, depth: int, state: dict[str, Any]) -> None:
    """Goes down hard links only: others may lead out of the file, or round in circles."""
    if depth > MAX_DEPTH:
        raise Refused("groups are nested too deeply")
    for name in group:
        state["objects"] += 1
        if state["objects"] > MAX_OBJECTS:
            raise Refused("it has too many objects")
        if not isinstance(group.get(name, getlink=True), h5py.HardLink):
            continue
        child = group[name]
        address = h5py.h5o.get_info(child.id).addr
        if address in state["seen"]:
            continue
        state["seen"].add(address)
        below = path + "/" + name if path else name
        if isinstance(child, h5py.Group):
            walk(h5py, child, below, depth + 1, state)
        elif isinstance(child, h5py.Dataset):
            row = describe(below, child)
            if row is not None:
                state["tensors"].append(row)


def texts(attributes: Any) -> dict[str, str]:
    """The texts that describe the model, as far as they have a sane size."""
    found = {}
    for name in WANTED:
        if name in attributes:
            value = attributes[name]
            value = value.decode("utf-8", "replace") if isinstance(value, bytes) else value
            if isinstance(value, str) and len(value) <= MAX_TEXT:
                found[name] = value
    return found


def listing(path: str, offset: int, size: int) -> dict[str, Any]:
    """All that the caller wants to know of the file."""
    import h5py

    whole = offset == 0 and size == os.path.getsize(path)  # noqa: PTH202
    source = path if whole else Slice(path, offset, size)
    state: dict[str, Any] = {"tensors": [], "seen": set(), "objects": 0}
    with h5py.File(source, "r") as opened:
        state["seen"].add(h5py.h5o.get_info(opened.id).addr)
        walk(h5py, opened, "", 0, state)
        return {"tensors": state["tensors"], "texts": texts(opened.attrs), "groups": list(opened)[:64]}


def main(path: str, offset: str, size: str) -> None:
    """Prints the listing, or what is wrong."""
    os.environ["HDF5_USE_FILE_LOCKING"] = "FALSE"
    try:
        import h5py  # noqa: F401
    except ImportError:
        print(json.dumps({"missing": "h5py"}))
        return
    limit_resources()
    try:
        answer = json.dumps(listing(path, int(offset), int(size)))
    except Refused as error:
        answer = json.dumps({"refused": str(error)})
    except (Exception, MemoryError, RecursionError) as error:
        words = str(error).splitlines() or [type(error).__name__]
        answer = json.dumps({"refused": f"the HDF5 library says: {words[0]}"})
    print(answer)


if __name__ == "__main__":
    main(*sys.argv[1:])
