"""pprof: a heap profile as `go tool pprof` and many services read it (gzipped profile.proto)."""

from __future__ import annotations

import gzip
from collections.abc import Callable

from tensorleak import __version__
from tensorleak.report.exports.protobuf import message, number, numbers, text
from tensorleak.report.exports.stacks import Frame, Stack, stacks
from tensorleak.report.subject import Subject
from tensorleak.safe import name

SAMPLE_TYPES = (
    ("alloc_objects", "count"),
    ("alloc_space", "bytes"),
    ("inuse_objects", "count"),
    ("inuse_space", "bytes"),
)

# Fields of the messages of profile.proto.
PROFILE_SAMPLE_TYPE, PROFILE_SAMPLE, PROFILE_MAPPING, PROFILE_LOCATION, PROFILE_FUNCTION, PROFILE_STRING = (
    1,
    2,
    3,
    4,
    5,
    6,
)
PROFILE_TIME, PROFILE_DURATION, PROFILE_PERIOD_TYPE, PROFILE_PERIOD = 9, 10, 11, 12
PROFILE_COMMENT, PROFILE_DEFAULT_TYPE = 13, 14
VALUE_TYPE, VALUE_UNIT = 1, 2
SAMPLE_LOCATION, SAMPLE_VALUE, SAMPLE_LABEL = 1, 2, 3
LABEL_KEY, LABEL_STRING, LABEL_NUMBER = 1, 2, 3
MAPPING_ID, MAPPING_FILE, MAPPING_HAS = 1, 5, (7, 8, 9)  # functions, file names, line numbers
LOCATION_ID, LOCATION_MAPPING, LOCATION_LINE = 1, 2, 4
LINE_FUNCTION, LINE_NUMBER = 1, 2
FUNCTION_ID, FUNCTION_NAME, FUNCTION_FILE = 1, 2, 4  # no system name: `<module>` would pass for a C++ template


class Table(dict[str, int]):
    """Strings by number; the first one is empty, as the format demands."""

    def __init__(self) -> None:
        super().__init__({"": 0})

    def __missing__(self, key: str) -> int:
        return self.setdefault(key, len(self))


class Places:
    """Functions and locations by number, from 1."""

    def __init__(self, strings: Table) -> None:
        self._strings = strings
        self._functions: dict[tuple[str, str], int] = {}
        self._locations: dict[Frame, int] = {}

    def number(self, frame: Frame) -> int:
        """The location of a frame."""
        self._functions.setdefault((frame[0], frame[2]), len(self._functions) + 1)
        return self._locations.setdefault(frame, len(self._locations) + 1)

    def encoded(self) -> bytes:
        """All locations and functions."""
        locations = [message(PROFILE_LOCATION, self._location(*item)) for item in self._locations.items()]
        functions = [message(PROFILE_FUNCTION, self._function(*item)) for item in self._functions.items()]
        return b"".join(locations + functions)

    def _location(self, frame: Frame, place: int) -> bytes:
        file, line, function = frame
        at = number(LINE_FUNCTION, self._functions[file, function]) + number(LINE_NUMBER, line)
        return number(LOCATION_ID, place) + number(LOCATION_MAPPING, 1) + message(LOCATION_LINE, at)

    def _function(self, key: tuple[str, str], place: int) -> bytes:
        file, title = self._strings[key[0]], self._strings[key[1]]
        return number(FUNCTION_ID, place) + number(FUNCTION_NAME, title) + number(FUNCTION_FILE, file)


def render(subject: Subject) -> bytes:
    """The subject as one profile; the processes are told apart by the label `pid`, kinds by `kind`."""
    strings = Table()
    places = Places(strings)
    types = [_value_type(strings, *words) for words in SAMPLE_TYPES]
    samples = [
        message(PROFILE_SAMPLE, _sample(row, recording.header.pid, places.number, strings))
        for recording in subject.recordings
        for row in stacks(recording, subject.diagnosis.findings)
    ]
    parts = [
        *(message(PROFILE_SAMPLE_TYPE, kind) for kind in types),
        *samples,
        message(PROFILE_MAPPING, _mapping(strings[name(subject.diagnosis.program)])),
        places.encoded(),
        _about(subject, strings),
    ]
    parts += [text(PROFILE_STRING, value) for value in list(strings)]
    return gzip.compress(b"".join(parts), mtime=0)


def _sample(row: Stack, pid: int, place: Callable[[Frame], int], strings: Table) -> bytes:
    locations = [place(frame) for frame in reversed(row.frames)]  # innermost first
    values = (row.made, row.made_bytes, row.alive, row.alive_bytes)
    kind = number(LABEL_KEY, strings["kind"]) + number(LABEL_STRING, strings[row.kind])
    process = number(LABEL_KEY, strings["pid"]) + number(LABEL_NUMBER, _bounded(pid))
    labels = message(SAMPLE_LABEL, kind) + message(SAMPLE_LABEL, process)
    return numbers(SAMPLE_LOCATION, locations) + numbers(SAMPLE_VALUE, values) + labels


def _value_type(strings: Table, kind: str, unit: str) -> bytes:
    return number(VALUE_TYPE, strings[kind]) + number(VALUE_UNIT, strings[unit])


def _mapping(program: int) -> bytes:
    """One mapping, complete: nobody needs to look for symbols."""
    return number(MAPPING_ID, 1) + number(MAPPING_FILE, program) + b"".join(number(field, 1) for field in MAPPING_HAS)


def _about(subject: Subject, strings: Table) -> bytes:
    """When, for how long, at what period, and what the diagnosis says."""
    header = subject.recordings[0].header
    diagnosis = subject.diagnosis
    comments = [f"tensorleak {__version__}", f"{diagnosis.verdict}: {name(diagnosis.sentence)}"]
    return b"".join(
        [
            number(PROFILE_TIME, _bounded(header.time * 1e9)),
            number(PROFILE_DURATION, _bounded(subject.recordings[0].seconds * 1e9)),
            message(PROFILE_PERIOD_TYPE, _value_type(strings, "space", "bytes")),
            number(PROFILE_PERIOD, 1),
            numbers(PROFILE_COMMENT, [strings[line] for line in comments]),
            number(PROFILE_DEFAULT_TYPE, strings["inuse_space"]),
        ]
    )


def _bounded(value: float) -> int:
    return int(max(0, min(value, 2**63 - 1)))
