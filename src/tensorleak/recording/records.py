"""The records of a recording, as typed structures (see docs/recording-format.md)."""

from __future__ import annotations

from typing import Any

import msgspec

FORMAT = "tensorleak.recording/1"

Seconds = float
GaugeName = str
WorkName = str
SiteId = int


class Header(msgspec.Struct, tag_field="k", tag="header"):
    """Who recorded: always the first line."""

    format: str
    id: str
    pid: int
    time: float
    probe: str
    python: str
    platform: str
    program: str
    parent: str = ""
    ppid: int = 0
    executable: str = ""
    cwd: str = ""
    memory_limit: int = 0


class Environment(msgspec.Struct, tag_field="k", tag="environment"):
    """What the program runs on, once TensorFlow is loaded."""

    t: Seconds
    tensorflow: str
    keras: str = ""
    onednn: str = ""


class Sample(msgspec.Struct, tag_field="k", tag="sample"):
    """The gauges and work counters that changed since the sample before."""

    t: Seconds
    g: dict[GaugeName, int | float] = {}
    w: dict[WorkName, int] = {}
    final: bool = False


class Site(msgspec.Struct):
    """A user stack, innermost frame first: file, line, function."""

    id: SiteId
    frames: list[tuple[str, int, str]]
    flags: list[str] = []


class Sites(msgspec.Struct, tag_field="k", tag="sites"):
    """Stacks that later records refer to by number."""

    rows: list[Site]


class TraceRow(msgspec.Struct):
    """Cumulative traces of one function."""

    name: str
    file: str
    line: int
    traces: int
    made: int
    bytes: int
    library: bool
    seconds: float
    reasons: list[tuple[str, str, str, str, int]]
    sites: list[tuple[SiteId, int]]


BirthRow = tuple[str, SiteId, str | None, int, int, int, int]
OpsRow = tuple[SiteId, str, str, float, int, dict[str, int], int, int]
CompiledRow = tuple[str, str, int, int, SiteId]
BufferRow = tuple[SiteId, str, int, int | None]


class Tally(msgspec.Struct, tag_field="k", tag="tally"):
    """The rows of the cumulative tables that changed since the tally before."""

    t: Seconds
    w: dict[WorkName, int] = {}
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
    line: int = 0
    path: list[str] = []
    nested: bool = False
    bound: int | None = None
    callback: bool = False
    framework: bool = False
    user: bool = True


class Container(msgspec.Struct):
    """A container that kept growing between close looks."""

    id: int
    type: str
    length: int
    growth: int
    rises: int
    contents: str
    element_type: str
    element_bytes: int
    distinct: int = 0
    sampled: int = 0
    bound: int | None = None
    holder: Holder | None = None


class Look(msgspec.Struct, tag_field="k", tag="look"):
    """The answer of a close look."""

    t: Seconds
    kind: str
    seconds: float
    final: bool = False
    w: dict[WorkName, int] = {}
    quiet: bool = False
    blocks: int = 0
    objects: int = 0
    types: list[tuple[str, int]] = []
    ours: list[tuple[str, int]] = []
    tensors: int = 0
    tensor_bytes: int = 0
    shapes: list[tuple[str, str, int, int]] = []
    containers: list[Container] = []
    before: dict[GaugeName, int | float] = {}
    after: dict[GaugeName, int | float] = {}
    trimmed: dict[GaugeName, int | float] = {}
    collected: int = 0
    freed: list[tuple[str, int]] = []


class Fault(msgspec.Struct, tag_field="k", tag="fault"):
    """A fault of the probe itself: noted, never raised into the program."""

    where: str
    error: str
    t: Seconds = 0.0


class End(msgspec.Struct, tag_field="k", tag="end"):
    """The program reached its normal end."""

    t: Seconds
    samples: int = 0
    sample_seconds: float = 0.0
    look_seconds: float = 0.0
    faults: int = 0
    dropped: int = 0
    tensorflow: str = "loaded"


Record = Header | Environment | Sample | Sites | Tally | Look | Fault | End

_decoder: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record, strict=False)


def decode(line: bytes) -> Record:
    """One record from one line; raises msgspec.DecodeError on anything else."""
    return _decoder.decode(line)


def to_builtins(record: Any) -> Any:
    """A record as plain data."""
    return msgspec.to_builtins(record)
