"""Unpacks Snappy blocks, which some checkpoint indices use; the stated size is an upper bound."""

from __future__ import annotations

from tensorleak.serving.errors import ModelFileError
from tensorleak.serving.formats.wire import varint


def unpack(data: memoryview, limit: int) -> bytes:
    """The plain bytes of one block, refused when they would pass the limit."""
    size, at = varint(data, 0)
    if size > limit:
        raise ModelFileError("a packed block claims to be too large")
    out = bytearray()
    while at < len(data):
        at = _element(data, at, out)
        if len(out) > size:
            raise ModelFileError("a packed block is larger than it claims")
    if len(out) != size:
        raise ModelFileError("a packed block is cut off")
    return bytes(out)


def _element(data: memoryview, at: int, out: bytearray) -> int:
    tag = data[at]
    at += 1
    kind = tag & 3
    if kind == 0:
        return _literal(data, at, tag >> 2, out)
    extra = (1, 2, 4)[kind - 1]
    if at + extra > len(data):
        raise ModelFileError("a packed block is cut off")
    if kind == 1:
        length, offset = ((tag >> 2) & 7) + 4, ((tag >> 5) << 8) | data[at]
    else:
        length, offset = (tag >> 2) + 1, int.from_bytes(data[at : at + extra], "little")
    if not 0 < offset <= len(out):
        raise ModelFileError("a packed block points outside itself")
    for _ in range(length):  # source and target may overlap
        out.append(out[-offset])
    return at + extra


def _literal(data: memoryview, at: int, length: int, out: bytearray) -> int:
    if length >= 60:
        extra = length - 59
        length, at = int.from_bytes(data[at : at + extra], "little"), at + extra
    length += 1
    if at + length > len(data):
        raise ModelFileError("a packed block is cut off")
    out += data[at : at + length]
    return at + length
