"""Reads protocol-buffer messages field by field, within bounds: only what is needed, nothing is trusted."""

from __future__ import annotations

from collections.abc import Iterator

from tensorleak.serving.errors import ModelFileError

VARINT, FIXED64, BYTES, FIXED32 = 0, 1, 2, 5
MAX_FIELDS = 5_000_000

Value = int | memoryview


def varint(data: memoryview, at: int) -> tuple[int, int]:
    """The number at a place, and the place after it."""
    value = shift = 0
    while True:
        if at >= len(data) or shift > 63:
            raise ModelFileError("a number is cut off or too long")
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value & 0xFFFFFFFFFFFFFFFF, at
        shift += 7


def fields(data: memoryview) -> Iterator[tuple[int, Value]]:
    """Field numbers and values of one message; nested messages and text stay as bytes."""
    at = seen = 0
    while at < len(data):
        seen += 1
        if seen > MAX_FIELDS:
            raise ModelFileError("a message has too many fields")
        key, at = varint(data, at)
        number, kind = key >> 3, key & 7
        if number == 0:
            raise ModelFileError("a message has a field without a number")
        value: Value
        if kind == VARINT:
            value, at = varint(data, at)
        else:
            value, at = _fixed(data, at, kind)
        yield number, value


def _fixed(data: memoryview, at: int, kind: int) -> tuple[memoryview, int]:
    """A value whose length is known or stated."""
    if kind == BYTES:
        size, at = varint(data, at)
    elif kind in (FIXED64, FIXED32):
        size = 8 if kind == FIXED64 else 4
    else:
        raise ModelFileError("a message has a field of an unknown kind")
    if size > len(data) - at:
        raise ModelFileError("a message is cut off")
    return data[at : at + size], at + size


def message(value: Value) -> memoryview:
    """The bytes of a nested message, where a field holds one."""
    if isinstance(value, int):
        raise ModelFileError("a number stands where a message should be")
    return value


def number(value: Value) -> int:
    """A whole number, where a field holds one."""
    if not isinstance(value, int):
        raise ModelFileError("a message stands where a number should be")
    return value


def signed(value: Value) -> int:
    """An int64 field: negative numbers are stored as their complement."""
    plain = number(value)
    return plain - (1 << 64) if plain >= 1 << 63 else plain


def text(value: Value) -> str:
    """A string field; broken characters are replaced."""
    return bytes(message(value)).decode("utf-8", "replace")
