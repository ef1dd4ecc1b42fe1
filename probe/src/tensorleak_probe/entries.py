"""Calls a hook at the entry of a Python function without a wrapper around it.

The function keeps its identity, signature, source and frame. Its code object is replaced by the same code with one call in front
of the first statement, so AutoGraph, `inspect`, pickling, `warnings.warn(stacklevel=...)` and tracebacks meet the function that
they would meet without Tensorleak. Taking the hook away puts the original code object back.

A function that does not look as expected (not written in Python, a generator, an interpreter this module was not tried on) is
refused, never guessed at.
"""

from __future__ import annotations

import sys
from opcode import HAVE_ARGUMENT, hasjabs, hasjrel, opmap
from types import CodeType, FunctionType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Sequence

    from tensorleak_probe.vocabulary import Args, EntryHook, Kwargs

    Changes = dict[str, Any]  # names of a code object's parts → what they are replaced by

NEWEST = (3, 13)  # the newest interpreter whose code objects these functions were tried on
GENERATORS = 0x20 | 0x80 | 0x200  # code flags: generator, coroutine, asynchronous generator
VARARGS, VARKEYWORDS = 0x04, 0x08
EXTENDED = opmap["EXTENDED_ARG"]
PREFIX = tuple(opmap[name] for name in ("COPY_FREE_VARS", "MAKE_CELL", "RESUME") if name in opmap)


class RefusedError(Exception):
    """A function that cannot be given a hook; the message says why."""


class Entry:
    """The hooks of one function, and both of its code objects."""

    __slots__ = ("function", "hooks", "instrumented", "original")

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.original = function.__code__
        self.instrumented = instrument(self.original, self.dispatcher())
        self.hooks: tuple[EntryHook, ...] = ()

    def dispatcher(self) -> Callable[[Args, Args, Kwargs | None], None]:
        """The function that the instrumented code calls: all hooks in turn."""

        def entered(args: Args, rest: Args, named: Kwargs | None) -> None:
            for hook in self.hooks:
                hook(args + rest, named)

        return entered

    def installed(self) -> bool:
        """Whether the function runs the instrumented code, and nobody else has replaced it."""
        return self.function.__code__ is self.instrumented

    def install(self) -> None:
        """Lets the function call its hooks."""
        if self.function.__code__ is self.original:
            self.function.__code__ = self.instrumented

    def remove(self) -> None:
        """Puts the original code back, unless somebody else has replaced ours."""
        if self.installed():
            self.function.__code__ = self.original


_entries: dict[int, Entry] = {}  # id of a function (kept alive by its entry) → Entry


def add(function: Any, hook: EntryHook) -> Entry:
    """Calls `hook(args, kwargs)` whenever `function` is entered; returns its entry. Raises RefusedError."""
    if type(function) is not FunctionType:
        raise RefusedError("it is a %s, not a function written in Python" % type(function).__name__)
    entry = _entries.get(id(function))
    if entry is None or not (function.__code__ is entry.original or function.__code__ is entry.instrumented):
        entry = _entries[id(function)] = Entry(function)
    entry.hooks += (hook,)
    entry.install()
    return entry


def discard(function: Any, hook: EntryHook) -> None:
    """Takes one hook away; without any the function runs its own code again."""
    entry = _entries.get(id(function))
    if entry is None:
        return
    entry.hooks = tuple(other for other in entry.hooks if other is not hook)
    if not entry.hooks:
        entry.remove()


def is_hooked(function: Any) -> bool:
    """Whether a function calls any hooks."""
    entry = _entries.get(id(function))
    return entry is not None and entry.installed()


def instrument(code: CodeType, hook: Callable[[Args, Args, Kwargs | None], None]) -> CodeType:
    """The same code with a call `hook(parameters, *args, **kwargs)` in front of its first statement."""
    if sys.implementation.name != "cpython":
        raise RefusedError("%s is not CPython" % sys.implementation.name)
    if sys.version_info[:2] > NEWEST:
        raise RefusedError("Python %d.%d is newer than what was tried" % sys.version_info[:2])
    if code.co_flags & GENERATORS:
        raise RefusedError("it is a generator or a coroutine")
    consts = code.co_consts + (hook, (), None)
    snippet, depth = _call(code, len(code.co_consts))
    if sys.version_info >= (3, 11):
        changes = _inserted(code, snippet)
    else:
        changes = _relocated(code, snippet)
    changes["co_consts"] = consts
    changes["co_stacksize"] = max(code.co_stacksize, depth)
    return _replaced(code, changes)


def _parameters(code: CodeType) -> tuple[tuple[str, ...], str | None, str | None]:
    """The names of the declared parameters, and those that take the rest (or None)."""
    declared = code.co_argcount + code.co_kwonlyargcount
    names = code.co_varnames
    rest = named = None
    after = declared
    if code.co_flags & VARARGS:
        rest, after = names[after], after + 1
    if code.co_flags & VARKEYWORDS:
        named = names[after]
    return names[:declared], rest, named


def _call(code: CodeType, constant: int) -> tuple[bytes, int]:
    """The bytes of the call, and how deep its stack is. `constant`: where the hook, () and None lie among the constants."""
    declared, rest, named = _parameters(code)
    parts = []

    def emit(name: str, argument: int = 0) -> None:
        parts.append(_instruction(opmap[name], argument))

    def load(name: str) -> None:
        cells = code.co_cellvars
        if name not in cells:
            emit("LOAD_FAST", code.co_varnames.index(name))
        elif sys.version_info >= (3, 11):  # a parameter that is a cell keeps its place
            emit("LOAD_DEREF", code.co_varnames.index(name))
        else:
            emit("LOAD_DEREF", cells.index(name))

    if (3, 11) <= sys.version_info < (3, 13):
        emit("PUSH_NULL")
    emit("LOAD_CONST", constant)
    if sys.version_info >= (3, 13):
        emit("PUSH_NULL")
    for name in declared:
        load(name)
    emit("BUILD_TUPLE", len(declared))
    for further, empty in ((rest, constant + 1), (named, constant + 2)):
        if further is None:
            emit("LOAD_CONST", empty)
        else:
            load(further)
    if sys.version_info >= (3, 11):
        if sys.version_info < (3, 12):
            emit("PRECALL", 3)
            parts.append(b"\0\0" * 1)
        emit("CALL", 3)
        parts.append(b"\0\0" * (4 if sys.version_info < (3, 12) else 3))  # inline caches
    else:
        emit("CALL_FUNCTION", 3)
    emit("POP_TOP")
    return b"".join(parts), len(declared) + 6


def _instruction(op: int, argument: int, least: int = 1) -> bytes:
    """One instruction with the prefixes that its argument needs."""
    units = [(op, argument & 0xFF)]
    argument >>= 8
    while argument or len(units) < least:
        units.append((EXTENDED, argument & 0xFF))
        argument >>= 8
    return bytes(byte for unit in reversed(units) for byte in unit)


def _replaced(code: CodeType, changes: Changes) -> CodeType:
    """`code.replace`, which Python 3.7 does not have."""
    if hasattr(code, "replace"):
        return code.replace(**changes)
    names = (
        "co_argcount co_kwonlyargcount co_nlocals co_stacksize co_flags co_code co_consts co_names co_varnames "
        "co_filename co_name co_firstlineno co_lnotab co_freevars co_cellvars"
    ).split()
    return CodeType(*(changes.get(name, getattr(code, name)) for name in names))


# Python 3.11 and newer: all jumps are relative, so nothing moves relative to anything else; two tables are told of the shift.


def _inserted(code: Any, snippet: bytes) -> Changes:
    """The changed parts of a code object with `snippet` after its RESUME."""
    raw = code.co_code
    place = 0
    while raw[place] != opmap["RESUME"]:
        if raw[place] not in PREFIX and raw[place] != EXTENDED:
            raise RefusedError("its code begins in an unknown way")
        place += 2
    place += 2
    units = len(snippet) // 2
    positions = list(code.co_positions())
    line = next((row[0] for row in positions[place // 2 :] if row[0] is not None), code.co_firstlineno)
    positions[place // 2 : place // 2] = [(line, None, None, None)] * units
    return {
        "co_code": raw[:place] + snippet + raw[place:],
        "co_linetable": _location_table(positions, code.co_firstlineno),
        "co_exceptiontable": _shifted_handlers(code.co_exceptiontable, place // 2, units),
    }


def _varint(value: int) -> list[int]:
    """Six bits a byte, least significant first; bit 6 says that more follow."""
    out = []
    while value >= 64:
        out.append(64 | (value & 63))
        value >>= 6
    out.append(value)
    return out


def _signed(value: int) -> list[int]:
    return _varint(((-value) << 1) | 1 if value < 0 else value << 1)


def _location_table(positions: Sequence[tuple[int | None, int | None, int | None, int | None]], line: int) -> bytes:
    """Positions per code unit as a table of locations; `line` is the line of the definition."""
    out, index = [], 0
    while index < len(positions):
        here, length = positions[index], 1
        while length < 8 and index + length < len(positions) and positions[index + length] == here:
            length += 1
        first, last, column, end = here
        if first is None:
            out.append(0x80 | 15 << 3 | (length - 1))
        elif last is None or column is None or end is None:
            out.append(0x80 | 13 << 3 | (length - 1))
            out += _signed(first - line)
            line = first
        else:
            out.append(0x80 | 14 << 3 | (length - 1))
            out += _signed(first - line) + _varint(last - first) + _varint(column + 1) + _varint(end + 1)
            line = first
        index += length
    return bytes(out)


def _shifted_handlers(table: bytes, place: int, units: int) -> bytes:
    """The table of exception handlers, with everything from `place` on moved by `units`."""
    values, current = [], None
    for byte in table:
        current = byte & 63 if current is None else current << 6 | byte & 63
        if not byte & 64:
            values.append(current)
            current = None
    out: list[int] = []
    for index in range(0, len(values), 4):
        start, length, target, depth = values[index : index + 4]
        row = [start + units if start >= place else start, length, target + units if target >= place else target, depth]
        for number, value in enumerate(row):
            digits = [value & 63]
            value >>= 6
            while value:
                digits.append(64 | value & 63)
                value >>= 6
            digits.reverse()
            if number == 0:
                digits[0] |= 128  # marks the beginning of a row
            out += digits
    return bytes(out)


# Python 3.7 to 3.10: jumps may be absolute, so every instruction is laid out anew behind the snippet.

SCALE = 2 if sys.version_info >= (3, 10) else 1  # bytes per unit of a jump's argument


def _relocated(code: CodeType, snippet: bytes) -> Changes:
    """The changed parts of a code object with `snippet` at its start."""
    rows = _instructions(code.co_code)
    starts = [row[0] for row in rows]
    sizes = [row[3] for row in rows]
    while True:
        offsets, offset = {}, len(snippet)
        for start, size in zip(starts, sizes):
            offsets[start] = offset
            offset += size
        parts = []
        for index, (start, op, argument, _) in enumerate(rows):
            parts.append(_instruction(op, _argument(op, argument, start, rows[index][3], sizes[index], offsets), 1))
        grown = [max(size, len(part)) for size, part in zip(sizes, parts)]
        if grown == sizes:
            break
        sizes = grown
    out = [snippet]
    for index, (start, op, argument, _) in enumerate(rows):
        moved = _argument(op, argument, start, rows[index][3], sizes[index], offsets)
        out.append(_instruction(op, moved, sizes[index] // 2))
    if sys.version_info >= (3, 10):
        return {"co_code": b"".join(out), "co_linetable": _line_ranges(code, offsets, offset)}
    lines = [(offsets[at] if at else 0, line) for at, line in _line_starts(code)]
    return {"co_code": b"".join(out), "co_lnotab": _line_numbers(lines, code.co_firstlineno)}


def _instructions(raw: bytes) -> list[tuple[int, int, int, int]]:
    """(start with its prefixes, operation, argument, bytes) of every instruction."""
    rows, start, argument = [], None, 0
    for offset in range(0, len(raw), 2):
        op, low = raw[offset], raw[offset + 1]
        start = offset if start is None else start
        argument = argument << 8 | low
        if op != EXTENDED:
            rows.append((start, op, argument, offset + 2 - start))
            start, argument = None, 0
    return rows


def _argument(op: int, argument: int, start: int, old_size: int, new_size: int, offsets: dict[int, int]) -> int:
    """The argument of an instruction in its new place: only jumps change."""
    if op < HAVE_ARGUMENT:
        return argument
    if op in hasjabs:
        return offsets[argument * SCALE] // SCALE
    if op in hasjrel:
        target = start + old_size + argument * SCALE
        return (offsets[target] - offsets[start] - new_size) // SCALE
    return argument


def _line_starts(code: CodeType) -> list[tuple[int, int]]:
    """(offset, line) wherever a new line begins; in 3.7 to 3.9."""
    offset, line, rows = 0, code.co_firstlineno, []
    table = code.co_lnotab
    last = None
    for step, change in zip(table[0::2], table[1::2]):
        if step:
            if line != last:
                rows.append((offset, line))
                last = line
            offset += step
        line += change - 256 if change >= 128 else change
    if line != last:
        rows.append((offset, line))
    return rows


def _line_numbers(starts: Iterable[tuple[int, int]], first: int) -> bytes:
    """The table of line numbers of 3.7 to 3.9."""
    out, offset, line = [], 0, first
    for at, number in starts:
        step, change = at - offset, number - line
        while step > 255:
            out += [255, 0]
            step -= 255
        while change > 127:
            out += [step, 127]
            step, change = 0, change - 127
        while change < -128:
            out += [step, 128]
            step, change = 0, change + 128
        out += [step, change & 0xFF]
        offset, line = at, number
    return bytes(out)


def _line_ranges(code: CodeType, offsets: dict[int, int], end: int) -> bytes:
    """The table of line ranges of 3.10; the snippet belongs to the first line that has a number."""
    rows: list[list[Any]] = [[offsets.get(start, end), line] for start, _, line in code.co_lines()]
    if rows:
        rows[0][0] = 0
    out, line = [], code.co_firstlineno
    for index, (start, number) in enumerate(rows):
        stop = rows[index + 1][0] if index + 1 < len(rows) else end
        length = stop - start
        if number is None:
            change = -128
        else:
            change, line = number - line, number
        while number is not None and not -127 <= change <= 127:
            part = 127 if change > 0 else -127
            out += [0, part & 0xFF]
            change -= part
        while length > 254:
            out += [254, change & 0xFF]
            length -= 254
            change = 0 if number is not None else -128
        out += [length, change & 0xFF]
    return bytes(out)
