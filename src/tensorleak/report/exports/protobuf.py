"""Writes protocol-buffer messages: just enough for a profile."""

from __future__ import annotations

from collections.abc import Iterable

VARINT, BYTES = 0, 2


def varint(value: int) -> bytes:
    """A whole number that is not negative."""
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field: int, value: int) -> bytes:
    """A number; 0 is left out, as everywhere in proto3."""
    return varint(field << 3 | VARINT) + varint(value) if value else b""


def numbers(field: int, values: Iterable[int]) -> bytes:
    """A packed list of numbers."""
    return message(field, b"".join(varint(value) for value in values))


def message(field: int, content: bytes) -> bytes:
    """A nested message, or anything else that has a length."""
    return varint(field << 3 | BYTES) + varint(len(content)) + content


def text(field: int, value: str) -> bytes:
    """A string."""
    return message(field, value.encode(errors="replace"))
