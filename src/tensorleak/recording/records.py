"""The records of a recording, as typed structures (see docs/recording-format.md)."""

from __future__ import annotations

import re
from typing import Annotated

import msgspec

SURROGATE = re.compile(rb"\\u[dD][89a-fA-F][0-9a-fA-F]{2}")
FORMAT = "tensorleak.recording/1"
MAX_ROWS = 20_000  # rows of one table that are read: the probe names at most 4,000 sites and 2,000 functions

MOST = (
    2**53
)  # what any reader of JSON keeps exactly; a record that claims more is broken, and no sum of others overflows
Count = Annotated[int, msgspec.Meta(ge=-MOST, le=MOST)]
Real = Annotated[float, msgspec.Meta(ge=-MOST, le=MOST)]
Number = Count | Real
Seconds = Real
GaugeName = str
WorkName = str
SiteId = Count
Hash = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}$")]


class Header(msgspec.Struct, tag_field="k", tag="header"):
    """Who recorded: always the first line."""

    format: str
    id: str
    pid: Count
    time: Real
    probe: str
    python: str
    platform: str
    program: str
    parent: str = ""
    ppid: Count = 0
    executable: str = ""
    cwd: str = ""
    memory_limit: Count = 0


class Environment(msgspec.Struct, tag_field="k", tag="environment"):
    """What the program runs on, once TensorFlow is loaded."""

    t: Seconds
    tensorflow: str
    keras: str = ""
    onednn: str = ""


class Sample(msgspec.Struct, tag_field="k", tag="sample"):
    """The gauges and work counters that changed since the sample before."""

    t: Seconds
    g: dict[GaugeName, Number] = {}
    w: dict[WorkName, Count] = {}
    final: bool = False


class Site(msgspec.Struct):
    """A user stack, innermost frame first: file, line, function."""

    id: SiteId
    frames: list[tuple[str, Count, str]]
    flags: list[str] = []


class Sites(msgspec.Struct, tag_field="k", tag="sites"):
    """Stacks that later records refer to by number."""

    rows: list[Site]


class Sources(msgspec.Struct, tag_field="k", tag="sources"):
    """Files that the sites name, as they were when the program ran: file, SHA-256 of its bytes, size."""

    rows: list[tuple[str, Hash, Count]]


class TraceRow(msgspec.Struct):
    """Cumulative traces of one function."""

    name: str
    file: str
    line: Count
    traces: Count
    made: Count
    bytes: Count
    library: bool
    seconds: Real
    reasons: list[tuple[str, str, str, str, Count]]
    sites: list[tuple[SiteId, Count]]


BirthRow = tuple[str, SiteId, str | None, Count, Count, Count, Count]
OpsRow = tuple[SiteId, str, str, Real, Count, dict[str, Count], Count, Count]
CompiledRow = tuple[str, str, Count, Count, SiteId]
BufferRow = tuple[SiteId, str, Count, Count | None]


class Tally(msgspec.Struct, tag_field="k", tag="tally"):
    """The rows of the cumulative tables that changed since the tally before."""

    t: Seconds
    w: dict[WorkName, Count] = {}
    here: SiteId | None = None
    births: list[BirthRow] = []
    traces: list[TraceRow] = []
    ops: list[OpsRow] = []
    compiled: list[CompiledRow] = []
    buffers: list[BufferRow] = []


class Holder(msgspec.Struct):
    """What holds a container, in the user's words."""

    words: str
    scope: str
    name: str = ""
    owner: str = ""
    file: str = ""
    line: Count = 0
    path: list[str] = []
    trail: str = ""
    nested: bool = False
    inside: bool = False
    bound: Count | None = None
    callback: bool = False
    framework: bool = False
    library: bool = False
    user: bool = True


class Container(msgspec.Struct):
    """A container that kept growing between close looks."""

    id: Count
    type: str
    length: Count
    growth: Count
    rises: Count
    contents: str
    element_type: str
    element_bytes: Count
    distinct: Count = 0
    sampled: Count = 0
    opaque: bool = False
    whole: bool = False
    bound: Count | None = None
    holder: Holder | None = None


class Look(msgspec.Struct, tag_field="k", tag="look"):
    """The answer of a close look."""

    t: Seconds
    kind: str
    seconds: Real
    final: bool = False
    w: dict[WorkName, Count] = {}
    quiet: bool = False
    glance: bool = False
    cut: bool = False
    blocks: Count = 0
    objects: Count = 0
    types: list[tuple[str, Count]] = []
    ours: list[tuple[str, Count]] = []
    tensors: Count = 0
    tensor_bytes: Count = 0
    shapes: list[tuple[str, str, Count, Count]] = []
    containers: list[Container] = []
    before: dict[GaugeName, Number] = {}
    after: dict[GaugeName, Number] = {}
    trimmed: dict[GaugeName, Number] = {}
    collected: Count = 0
    freed: list[tuple[str, Count]] = []


class Fault(msgspec.Struct, tag_field="k", tag="fault"):
    """A fault of the probe itself: noted, never raised into the program."""

    where: str
    error: str
    t: Seconds = 0.0


class End(msgspec.Struct, tag_field="k", tag="end"):
    """The program reached its normal end."""

    t: Seconds
    samples: Count = 0
    sample_seconds: Real = 0.0
    look_seconds: Real = 0.0
    faults: Count = 0
    dropped: Count = 0
    tensorflow: str = "loaded"


Record = Header | Environment | Sample | Sites | Sources | Tally | Look | Fault | End

_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record, strict=False)


def decode(line: bytes) -> Record:
    """One record from one line; raises msgspec.DecodeError on anything else.

    The probe writes bytes of file names that are no text as lone surrogates, which JSON has no place for.
    """
    try:
        return _decoder.decode(line)
    except msgspec.DecodeError:
        if not SURROGATE.search(line):
            raise
        return _decoder.decode(SURROGATE.sub(rb"\\ufffd", line))
