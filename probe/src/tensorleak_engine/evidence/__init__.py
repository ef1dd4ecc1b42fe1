"""Pass 3: gathers the owners of growth from counters, births, traces and close looks."""

from __future__ import annotations

from itertools import islice
from typing import Callable, Iterable

from tensorleak_engine.case import Case
from tensorleak_engine.evidence.births import birth_owners
from tensorleak_engine.evidence.buffers import buffer_owners
from tensorleak_engine.evidence.containers import container_owners
from tensorleak_engine.evidence.graphs import graph_owners
from tensorleak_engine.evidence.tensors import tensor_owners
from tensorleak_engine.evidence.traces import compiled_owners, shape_owners, trace_owners
from tensorleak_engine.model.owner import Owner

MAX_OWNERS = 300  # of one kind; no program has so many causes, and passes compare owners with each other
GATHERERS: tuple[Callable[[Case], Iterable[Owner]], ...] = (
    graph_owners,
    birth_owners,
    trace_owners,
    compiled_owners,
    shape_owners,
    container_owners,
    tensor_owners,
    buffer_owners,
)


def gather(case: Case) -> list[Owner]:
    """All owners that the recording shows."""
    found = (owner for function in GATHERERS for owner in islice(function(case), MAX_OWNERS))
    return [owner.but(number=number) for number, owner in enumerate(found)]
