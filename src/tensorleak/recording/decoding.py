"""Decodes records that somebody else may have written: types and bounds are checked, whatever the file says."""

from __future__ import annotations

import re
from dataclasses import fields, make_dataclass
from functools import reduce
from operator import or_
from typing import Annotated, Any, Union, cast, get_args, get_origin, get_type_hints

import msgspec
from tensorleak_engine.records import KINDS, PARTS, Record, Sources

SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
HASH = re.compile("[0-9a-f]{64}")
MOST = (
    2**53
)  # what any reader of JSON keeps exactly; a record that claims more is broken, and no sum of others overflows


class Tag(msgspec.Struct):
    """What kind of record a line is."""

    k: str


_bounded: dict[Any, Any] = {
    int: Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)],
    float: Annotated[float, msgspec.Meta(ge=-MOST, le=MOST)],
}


def _bounds(kind: Any) -> Any:
    """A type in which every number has bounds, and every part of a record is the bounded one."""
    if kind in _bounded:
        return _bounded[kind]
    origin = get_origin(kind)
    if origin is None:
        return kind
    arguments = tuple(_bounds(argument) for argument in get_args(kind))
    return reduce(or_, arguments) if origin is Union else origin[arguments]


def _bounded_class(kind: type) -> type:
    """A class of records as the engine declares it, with bounds."""
    hints = get_type_hints(kind)
    rows = [(part.name, _bounds(hints[part.name]), part) for part in fields(kind)]
    return make_dataclass(kind.__name__, rows, bases=(kind,))


for _kind in PARTS:
    _bounded[_kind] = _bounded_class(_kind)
_tags = msgspec.json.Decoder(Tag)
_decoders: dict[str, msgspec.json.Decoder[Any]] = {
    name: msgspec.json.Decoder(_bounded_class(kind), strict=False) for name, kind in KINDS.items()
}


def decode(line: bytes) -> Record:
    """One record from one line; raises msgspec.DecodeError on anything else.

    The probe writes bytes of file names that are no text as lone surrogates, which JSON has no place for.
    """
    try:
        return _decoded(line)
    except msgspec.DecodeError:
        if not SURROGATE.search(line):
            raise
        return _decoded(SURROGATE.sub(rb"\\ufffd", line))


def _decoded(line: bytes) -> Record:
    decoder = _decoders.get(_tags.decode(line).k)
    if decoder is None:
        raise msgspec.ValidationError("no kind of record")
    record = cast(Record, decoder.decode(line))
    if isinstance(record, Sources) and not all(HASH.fullmatch(digest) for _, digest, _ in record.rows):
        raise msgspec.ValidationError("no hash")
    return record
