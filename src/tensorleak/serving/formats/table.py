"""Reads the sorted table that a checkpoint's index is (LevelDB's layout): footer, index block, data blocks."""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats.snappy import unpack
from tensorleak.serving.formats.wire import varint

FOOTER = 48
MAGIC = 0xDB4775248B80FB57
TRAILER = 5  # kind of packing and checksum
MAX_BLOCK = 64 << 20
MAX_ENTRIES = 2_000_000
MAX_KEY = 1 << 16


def entries(data: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    """Keys and values in order."""
    if len(data) < FOOTER or int.from_bytes(data[-8:], "little") != MAGIC:
        raise ModelFileError("the end of the table is missing")
    footer = data[-FOOTER:]
    _, at = _handle(footer, 0)
    index, _ = _handle(footer, at)
    budget = MAX_ENTRIES
    for _, place in _rows(_block(data, index)):
        handle, _ = _handle(place, 0)
        for row in _rows(_block(data, handle)):
            budget -= 1
            if budget < 0:
                raise ModelFileError("the table has too many entries")
            yield row


def _handle(data: memoryview, at: int) -> tuple[tuple[int, int], int]:
    offset, at = varint(data, at)
    size, at = varint(data, at)
    return (offset, size), at


def _block(data: memoryview, handle: tuple[int, int]) -> memoryview:
    offset, size = handle
    if size > MAX_BLOCK or offset + size + TRAILER > len(data):
        raise ModelFileError("a block lies outside the table")
    block, packing = data[offset : offset + size], data[offset + size]
    if packing == 0:
        return block
    if packing == 1:
        return memoryview(unpack(block, MAX_BLOCK))
    raise ModelFileError("a block is packed in an unknown way")


def _rows(block: memoryview) -> Iterator[tuple[bytes, memoryview]]:
    """Rows of one block: each key shares a beginning with the one before."""
    if len(block) < 4:
        raise ModelFileError("a block is cut off")
    restarts = int.from_bytes(block[-4:], "little")
    end = len(block) - 4 - 4 * restarts
    if end < 0:
        raise ModelFileError("a block is cut off")
    key, at = b"", 0
    while at < end:
        shared, at = varint(block, at)
        fresh, at = varint(block, at)
        size, at = varint(block, at)
        if shared > len(key) or shared + fresh > MAX_KEY or at + fresh + size > end:
            raise ModelFileError("a row lies outside its block")
        key = key[:shared] + bytes(block[at : at + fresh])
        at += fresh
        yield key, block[at : at + size]
        at += size
