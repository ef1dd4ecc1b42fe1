"""The records of a recording, as typed structures (see docs/recording-format.md).

Annotations are words here and are never evaluated on Python 3.7: `Count` and `Real` are what a reader of foreign files bounds.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Dict, List, Optional, Tuple, Type, Union

FORMAT = "tensorleak.recording/1"
MAX_ROWS = 20_000  # rows of one table that are read: the probe names at most 4,000 sites and 2,000 functions

Count = int
Real = float
Number = Union[Count, Real]
Seconds = Real
GaugeName = str
WorkName = str
SiteId = Count
Hash = str
Gauges = Dict[GaugeName, Number]
Work = Dict[WorkName, Count]
Frame = Tuple[str, Count, str]


@dataclass
class Header:
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


@dataclass
class Environment:
    """What the program runs on, once TensorFlow is loaded."""

    t: Seconds
    tensorflow: str
    keras: str = ""
    onednn: str = ""


@dataclass
class Sample:
    """The gauges and work counters that changed since the sample before."""

    t: Seconds
    g: Gauges = field(default_factory=dict)
    w: Work = field(default_factory=dict)
    final: bool = False


@dataclass
class Site:
    """A user stack, innermost frame first: file, line, function."""

    id: SiteId
    frames: List[Frame]
    flags: List[str] = field(default_factory=list)


@dataclass
class Sites:
    """Stacks that later records refer to by number."""

    rows: List[Site]


@dataclass
class Sources:
    """Files that the sites name, as they were when the program ran: file, SHA-256 of its bytes, size."""

    rows: List[Tuple[str, Hash, Count]]


@dataclass
class TraceRow:
    """Cumulative traces of one function."""

    name: str
    file: str
    line: Count
    traces: Count
    made: Count
    bytes: Count
    library: bool
    seconds: Real
    reasons: List[Tuple[str, str, str, str, Count]]
    sites: List[Tuple[SiteId, Count]]


BirthRow = Tuple[str, SiteId, Optional[str], Count, Count, Count, Count]
OpsRow = Tuple[SiteId, str, str, Real, Count, Dict[str, Count], Count, Count]
CompiledRow = Tuple[str, str, Count, Count, SiteId]
BufferRow = Tuple[SiteId, str, Count, Optional[Count]]


@dataclass
class Tally:
    """The rows of the cumulative tables that changed since the tally before."""

    t: Seconds
    w: Work = field(default_factory=dict)
    here: Optional[SiteId] = None
    births: List[BirthRow] = field(default_factory=list)
    traces: List[TraceRow] = field(default_factory=list)
    ops: List[OpsRow] = field(default_factory=list)
    compiled: List[CompiledRow] = field(default_factory=list)
    buffers: List[BufferRow] = field(default_factory=list)


@dataclass
class Holder:
    """What holds a container, in the user's words."""

    words: str
    scope: str
    name: str = ""
    owner: str = ""
    file: str = ""
    line: Count = 0
    path: List[str] = field(default_factory=list)
    trail: str = ""
    nested: bool = False
    inside: bool = False
    bound: Optional[Count] = None
    callback: bool = False
    framework: bool = False
    library: bool = False
    user: bool = True


@dataclass
class Container:
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
    mapping: Optional[bool] = None  # whether it keeps values by keys; None where only its type can tell
    users: bool = False  # whether its elements are classes or functions that the program defined
    bound: Optional[Count] = None
    thing: Count = 0  # which object it is: one that several ways lead to is met by now one, now the other
    watched: Optional[bool] = None  # whether it was looked at between looks, at all distances; None for unknown
    span: Count = 0  # looks since it began to rise, also those that met it at rest; 0 where that was not written
    above: Optional[Count] = None  # elements beyond the most it held before it was last seen to fall
    holder: Optional[Holder] = None


@dataclass
class Look:
    """The answer of a close look."""

    t: Seconds
    kind: str
    seconds: Real
    final: bool = False
    cache: str = ""  # of an autopsy: what TensorFlow emptied between `before` and `after`
    w: Work = field(default_factory=dict)
    quiet: bool = False
    glance: bool = False
    cut: bool = False
    libraries: bool = True  # whether names of libraries were visited, too
    blocks: Count = 0
    objects: Count = 0
    types: List[Tuple[str, Count]] = field(default_factory=list)
    ours: List[Tuple[str, Count]] = field(default_factory=list)
    tensors: Count = 0
    tensor_bytes: Count = 0
    shapes: List[Tuple[str, str, Count, Count]] = field(default_factory=list)
    containers: List[Container] = field(default_factory=list)
    before: Gauges = field(default_factory=dict)
    after: Gauges = field(default_factory=dict)
    trimmed: Gauges = field(default_factory=dict)
    collected: Count = 0
    freed: List[Tuple[str, Count]] = field(default_factory=list)


@dataclass
class Additions:
    """Which lines were seen to add to growing containers: number of the container, site, elements that it added."""

    rows: List[Tuple[Count, SiteId, Count]] = field(default_factory=list)
    t: Seconds = 0.0


@dataclass
class Balance:
    """Bytes that lines took from malloc less those that they gave back, over some whole rounds.

    `grown` is the sum over all lines, `w` the work done meanwhile; a row is a site (-1: no line of the program's), its bytes, and how often its line was reached.
    """

    rounds: Count
    grown: Count
    rows: List[Tuple[SiteId, Count, Count]] = field(default_factory=list)
    w: Work = field(default_factory=dict)
    t: Seconds = 0.0


Question = Tuple[str, str, int, str]
"""What the diagnosis asked of the program's text, and of which file, line and function; of a container: its file, line and description."""
Answer = Tuple[str, int, str]
"""A file, a line (or another number) and a function."""


@dataclass
class Answers:
    """What the program's text told the diagnosis at the end of the run: with these no file needs to be read again."""

    rows: List[Tuple[str, str, int, str, str, int, str]] = field(default_factory=list)


@dataclass
class Fault:
    """A fault of the probe itself: noted, never raised into the program."""

    where: str
    error: str
    t: Seconds = 0.0


@dataclass
class End:
    """The program reached its normal end."""

    t: Seconds
    samples: Count = 0
    sample_seconds: Real = 0.0
    look_seconds: Real = 0.0
    faults: Count = 0
    dropped: Count = 0
    tensorflow: str = "loaded"


Record = Union[Header, Environment, Sample, Sites, Sources, Tally, Look, Additions, Balance, Answers, Fault, End]
PARTS = (Site, TraceRow, Holder, Container)  # what records are made of, the inner ones first
KINDS: Dict[str, Type[Any]] = {
    "header": Header,
    "environment": Environment,
    "sample": Sample,
    "sites": Sites,
    "sources": Sources,
    "tally": Tally,
    "look": Look,
    "additions": Additions,
    "balance": Balance,
    "answers": Answers,
    "fault": Fault,
    "end": End,
}


def from_data(data: Dict[str, Any]) -> Record:
    """A record that this very process has written; anybody else's is checked by who reads it."""
    record = _made(KINDS[data["k"]], data)
    if isinstance(record, Sites):
        record.rows = [_site(row) for row in record.rows]
    elif isinstance(record, Tally):
        record.traces = [_made(TraceRow, row) for row in record.traces]
    elif isinstance(record, Look):
        record.containers = [_container(row) for row in record.containers]
    return record  # type: ignore[no-any-return]


def _made(kind: Type[Any], data: Any) -> Any:
    known = {part.name for part in fields(kind)}
    return kind(**{name: value for name, value in data.items() if name in known})


def _site(row: Any) -> Site:
    site: Site = _made(Site, row)
    site.frames = [(file, line, function) for file, line, function in site.frames]
    return site


def _container(row: Any) -> Container:
    container: Container = _made(Container, row)
    if container.holder is not None:
        container.holder = _made(Holder, container.holder)
    return container
