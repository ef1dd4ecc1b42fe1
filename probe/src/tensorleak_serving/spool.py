"""Arrays on disk instead of in a list: an append-only file of records, read back one at a time, without pickle."""

from __future__ import annotations

import os
import re
import struct
import tempfile
import zlib

from tensorleak_probe import forks
from tensorleak_probe.guards.errors import SpoolError, SpoolFull

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO
    from types import TracebackType
    from typing import Any, Iterator

    Head = tuple[Any, tuple[int, ...], int, int, int]  # dtype, shape, checksum, start of the data, end
    FilePath = str | os.PathLike[str]

# File: MAGIC, then records. Record: HEAD (mark, length of the dtype's text, axes, bytes of data, checksum of the data,
# checksum of what precedes and of dtype and shape), dtype as text, shape as 64-bit integers, data in C order.
MAGIC = b"TLSPOOL\x01"
MARK = b"TLRC"
HEAD = struct.Struct("<4sBBxxQI")
CHECK = struct.Struct("<I")
DTYPE = re.compile(r"[<>|=][biufcSUmM]\d{1,9}(\[[0-9a-zA-Z/]{1,8}\])?")
MAX_AXES = 32
MAX_AXIS = 1 << 48
MAX_MARKS = 1 << 14
MODES = ("create", "append", "read")


class Spool:
    """An append-only store of arrays: `spool.append(array)`, `for array in spool`, `spool[3]`, `spool[10:20]`.

    Without `path` it is a temporary file that goes when the spool is closed. With one, `mode="create"` makes a new
    file, `"append"` goes on where a file ends (dropping a torn last record), and `"read"` only reads. Memory stays
    bounded however many records there are; `max_bytes` bounds the file. A forked child may read, not append.
    """

    path: str
    _file: Any  # io.FileIO; None once it is closed

    def __init__(
        self, path: str | os.PathLike[str] | None = None, mode: str = "create", max_bytes: int | None = None
    ) -> None:
        if mode not in MODES:
            raise ValueError("mode is %r: choose one of %s" % (mode, ", ".join(map(repr, MODES))))
        if path is None and mode != "create":
            raise ValueError("mode %r needs a path" % mode)
        self.mode = mode
        self.max_bytes = max_bytes
        self.torn = 0
        self._temporary = path is None
        self._lock = forks.Lock()
        self._process = os.getpid()
        self._marks = [len(MAGIC)]  # offset of every `_stride`-th record
        self._stride = 1
        self._count = 0
        self._end = len(MAGIC)
        self._file, self.path = open_file(path, mode)
        try:
            self._start()
        except BaseException:
            self.close()
            raise

    def _start(self) -> None:
        if self.mode == "create":
            self._file.write(MAGIC)
            return
        if read_at(self._file, 0, len(MAGIC)) != MAGIC:
            raise SpoolError("%s is no spool of this version: its first bytes differ" % self.path)
        self.refresh()
        if self.mode == "append":
            self._file.truncate(self._end)
            self._file.seek(self._end)

    def __enter__(self) -> Spool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return self._count

    def __iter__(self) -> Iterator[Any]:
        """Each array in turn; those appended meanwhile, too."""
        offset, number = len(MAGIC), 0
        while number < self._count:
            array, offset = self._load(offset, number)
            number += 1
            yield array

    def __getitem__(self, index: int | slice) -> Any:
        """One array, or for a slice a view that reads when asked."""
        if isinstance(index, slice):
            return SpoolSlice(self, range(*index.indices(self._count)))
        number = index + self._count if index < 0 else index
        if not 0 <= number < self._count:
            raise IndexError("record %d of %d" % (index, self._count))
        return self._load(self._find(number), number)[0]

    @property
    def nbytes(self) -> int:
        """Bytes of the file, without a torn last record."""
        return self._end

    @property
    def closed(self) -> bool:
        """Whether the file is closed."""
        return self._file is None

    def append(self, array: Any) -> int:
        """Writes one array (or tensor, or number) and returns its index; nothing of it stays in memory."""
        header, data = encode(array)
        with self._lock:
            self._open()
            if self.mode == "read":
                raise SpoolError("%s was opened for reading: use mode='append'" % self.path)
            if os.getpid() != self._process:  # both would write at one place, and neither know where that is
                raise SpoolError("%s belongs to the process that opened it: open one after the fork" % self.path)
            size = len(header) + len(data)
            if self.max_bytes is not None and self._end + size > self.max_bytes:
                raise SpoolFull("%d bytes more would exceed max_bytes=%d" % (size, self.max_bytes))
            self._write(header, data)
            self._note(self._end, self._end + size)
            return self._count - 1

    def refresh(self) -> None:
        """Takes in what another process has appended since; a record that is not complete yet waits."""
        with self._lock:
            size = os.fstat(self._open().fileno()).st_size
            while self._end < size:
                end = self._skip(self._end, size)
                if end is None:
                    break
                self._note(self._end, end)
            self.torn = size - self._end

    def sync(self) -> None:
        """Waits until the disk has what was appended."""
        os.fsync(self._open().fileno())

    def close(self) -> None:
        """Closes the file, and removes it if it was temporary; once is as good as twice."""
        file, self._file = self._file, None
        if file is not None:
            file.close()
            if self._temporary and os.getpid() == self._process:
                os.unlink(self.path)

    def __del__(self) -> None:
        if getattr(self, "_file", None) is not None:
            self.close()

    def _open(self) -> FileIO:
        if self._file is None:
            raise SpoolError("the spool is closed")
        file: FileIO = self._file
        return file

    def _write(self, header: bytes, data: Any) -> None:
        """All of the record or, when the disk is full, nothing of it."""
        try:
            for part in (memoryview(header), memoryview(data)):
                while len(part):
                    part = part[self._file.write(part) :]
        except OSError:
            self._file.truncate(self._end)
            self._file.seek(self._end)
            raise

    def _note(self, offset: int, end: int) -> None:
        if self._count % self._stride == 0 and self._count:
            self._marks.append(offset)
        self._count += 1
        self._end = end
        if len(self._marks) > MAX_MARKS:
            self._marks = self._marks[::2]
            self._stride *= 2

    def _find(self, number: int) -> int:
        """Offset of a record: the nearest mark before it, then from header to header."""
        with self._lock:
            place, steps = divmod(number, self._stride)
            offset = self._marks[place]
        for _ in range(steps):
            following = self._skip(offset, self._end)
            if following is None:
                raise self._cut_short(number)
            offset = following
        return offset

    def _skip(self, offset: int, size: int) -> int | None:
        """End of the record at `offset`, None if it reaches beyond `size`."""
        head = self._head(offset, size)
        return None if head is None or head[-1] > size else head[-1]

    def _head(self, offset: int, size: int) -> Head | None:
        """(dtype, shape, checksum, start of the data, end); None if the file ends within it."""
        fixed = read_at(self._open(), offset, HEAD.size)
        if len(fixed) < HEAD.size:
            return None
        mark, text_size, axes, nbytes, checksum = HEAD.unpack(fixed)
        if mark != MARK or not text_size or axes > MAX_AXES:
            raise SpoolError("%s is damaged at byte %d: no record starts there" % (self.path, offset))
        rest = read_at(self._open(), offset + HEAD.size, text_size + 8 * axes + CHECK.size)
        start = offset + HEAD.size + text_size + 8 * axes + CHECK.size
        if start > size or len(rest) < start - offset - HEAD.size:
            return None
        if CHECK.unpack(rest[-CHECK.size :])[0] != zlib.crc32(fixed + rest[: -CHECK.size]):
            raise SpoolError("%s is damaged at byte %d: the record's header fails its checksum" % (self.path, offset))
        shape = struct.unpack_from("<%dQ" % axes, rest, text_size)
        dtype = checked_dtype(rest[:text_size], shape, nbytes, self.path, offset)
        return dtype, shape, checksum, start, start + nbytes

    def _cut_short(self, number: int) -> SpoolError:
        return SpoolError("record %d of %s is cut short: was the file shortened?" % (number, self.path))

    def _load(self, offset: int, number: int) -> tuple[Any, int]:
        import numpy

        head = self._head(offset, self._end)
        if head is None or head[-1] > self._end:
            raise self._cut_short(number)
        dtype, shape, checksum, start, end = head
        data = read_at(self._open(), start, end - start)
        if len(data) != end - start or zlib.crc32(data) != checksum:
            raise SpoolError("record %d of %s is damaged: its data fail their checksum" % (number, self.path))
        try:
            array = numpy.frombuffer(data, dtype) if data else numpy.empty(0, dtype)
            return array.reshape(shape), end
        except ValueError:
            raise SpoolError("record %d of %s has an impossible shape" % (number, self.path)) from None


class SpoolSlice:
    """Some records of a spool, read when asked."""

    def __init__(self, spool: Spool, numbers: range) -> None:
        self._spool = spool
        self._numbers = numbers

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[Any]:
        return (self._spool[number] for number in self._numbers)

    def __getitem__(self, index: int | slice) -> Any:
        if isinstance(index, slice):
            return SpoolSlice(self._spool, self._numbers[index])
        return self._spool[self._numbers[index]]


def open_file(path: FilePath | None, mode: str) -> tuple[FileIO, str]:
    """(the file, unbuffered, its path); new ones for their owner only."""
    if path is None:
        descriptor, path = tempfile.mkstemp(prefix="tensorleak-", suffix=".spool")
        return open(descriptor, "w+b", buffering=0), path
    path = os.fspath(path)
    if mode == "create":
        return open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b", buffering=0), path
    return open(path, "rb" if mode == "read" else "r+b", buffering=0), path


def read_at(file: FileIO, offset: int, size: int) -> bytearray:
    """Up to `size` bytes at `offset`, without moving the place where the next record goes."""
    data = bytearray(size)
    view, done = memoryview(data), 0
    while done < size:
        part = os.preadv(file.fileno(), [view[done : done + (1 << 30)]], offset + done)
        if not part:
            break
        done += part
    return data if done == size else data[:done]


def checked_dtype(raw: bytearray, shape: tuple[int, ...], nbytes: int, path: str, offset: int) -> Any:
    """The dtype, if text, shape and size agree."""
    import numpy

    try:
        text = raw.decode("ascii")
        if not DTYPE.fullmatch(text) or any(axis > MAX_AXIS for axis in shape):
            raise ValueError
        dtype = numpy.dtype(text)
        if product(shape) * dtype.itemsize != nbytes:
            raise ValueError
    except (ValueError, TypeError, UnicodeDecodeError):
        raise SpoolError("%s is damaged at byte %d: dtype, shape and size do not agree" % (path, offset)) from None
    return dtype


def product(shape: tuple[int, ...]) -> int:
    """Elements of an array of this shape; Python 3.7 has no `math.prod`."""
    count = 1
    for axis in shape:
        count *= axis
    return count


def encode(array: Any) -> tuple[bytes, Any]:
    """(header, data) of one record."""
    import numpy

    array = numpy.asarray(array.numpy() if hasattr(array, "numpy") else array)
    if not DTYPE.fullmatch(array.dtype.str):
        raise TypeError("a spool holds numbers, strings and dates, not %s: convert the array first" % array.dtype)
    if not array.flags.c_contiguous:
        array = array.copy(order="C")
    data = array.reshape(-1).view(numpy.uint8).data if array.nbytes else b""
    text = array.dtype.str.encode("ascii")
    header = HEAD.pack(MARK, len(text), array.ndim, array.nbytes, zlib.crc32(data)) + text
    header += struct.pack("<%dQ" % array.ndim, *array.shape)
    return header + CHECK.pack(zlib.crc32(header)), data
