"""A census: how many tensors are alive, and what grows on the paths that the program's names lead to.

It is taken in steps of a few hundredths of a second, so that the program is not held up for longer at a time. Nothing of the
program's is referred to between two steps.
"""

from __future__ import annotations

import operator
import sys

from tensorleak_probe import gauges, plain
from tensorleak_probe.looks.tracked import instances_of, old_objects
from tensorleak_probe.looks.walk import Walks
from tensorleak_probe.passing import pass_on
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generator

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Record

MAX_SHAPES = 15
MAX_TENSORS = 20000
FEW_TENSORS = 4  # more of them than at the last pass are no growth yet
NOTABLE = 12e6  # bytes of growth from which a diagnosis says more than `steady`
OWN_FIRST = 3  # censuses of the program's own names only: what holds a leak is mostly there, and they cost a fifth
EXPLAINED_TURN = 4  # of so many censuses one goes through libraries although the program's own names explain the growth
OLD = 0.9  # of the objects at the first census: the framework's own, among which no tensor is looked for again


class Census:
    """Tensors and growing paths; compares the present with the censuses before."""

    def __init__(self, probe: Probe) -> None:
        self._work = probe.work
        self._walks = Walks(probe.sites)
        self._tensors = Tensors(probe)
        self.calm = False  # whether memory has hardly grown
        self.explained = False  # whether what grows under the program's own names is most of the growth of memory
        self._own_first = OWN_FIRST
        self.taken = 0

    def begin_anew(self) -> None:
        """Something else has begun to grow: the program's own names come first again, and names of libraries later."""
        self._own_first = self.taken + OWN_FIRST

    def glance(self) -> Record:
        """What grows under the program's own names, and nothing else: a few milliseconds."""
        containers, cut = self._walks.glance()
        return {"glance": True, "containers": containers, "cut": cut, "libraries": False}

    def look_between(self) -> None:
        """Between two censuses: which of the program's own names lead to less than at the last look."""
        self._walks.look_between()

    def watched(self, since: int) -> None:
        """Such looks have been taken at distances that double, since so many units of work."""
        self._walks.watched(since)

    def take(self, libraries: bool | None = None) -> Record:
        """Takes a whole census at once, without pauses, and returns its answer."""
        steps = self.steps(thorough=True, libraries=libraries)
        while True:
            try:
                next(steps)
            except StopIteration as done:
                answer: Record = done.value
                return answer

    def grown(self) -> list[tuple[int, Any]]:
        """The containers that the last step found growing, by the number of their row; they are let go of here."""
        return self._walks.grown()

    @property
    def whole(self) -> int:
        """Censuses so far that went through libraries, too."""
        return self._walks.whole

    @property
    def held(self) -> float:
        """Bytes that have come under the program's own names."""
        return self._walks.held

    def final_steps(self) -> Generator[None, None, Record]:
        """The last census in steps: through libraries only where there is a walk through them to compare with."""
        return self.steps(libraries=self._walks.whole > 0)

    def steps(self, thorough: bool = False, libraries: bool | None = None) -> Generator[None, None, Record]:
        """A census in steps: a generator that pauses between them and returns the answer. Between steps no object is held.

        Tensors are counted where there may be more of them than before, or where the census is to be `thorough`.
        """
        if libraries is None:
            turn = self.taken - self._own_first
            due = not self.explained or turn % EXPLAINED_TURN == EXPLAINED_TURN - 1
            libraries = turn >= 0 and due and not self.calm
        while libraries and not self._walks.prepare():
            yield
        answer: Record = {"glance": True}
        if thorough or self._tensors.are_due():
            answer = yield from self._tensors.steps()
            yield
        # The work done when the program's own names are walked over, not when the census began.
        answer["w"] = dict(self._work.counts)
        answer["containers"], answer["cut"] = yield from self._walks.steps(
            libraries, standard=not self.calm and not self.explained
        )
        answer["libraries"] = libraries
        self.taken += 1
        return answer


class Tensors:
    """Counts live tensors, which takes a pass over all objects: often only while there are more of them each time."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._old: int | None = None  # objects of the framework's own, among which no tensor is looked for
        self._counts: list[int] = []
        self._made, self._resident = 0, 0.0  # tensors made so far and bytes of resident memory at the last pass
        self._at = 0.0

    def are_due(self) -> bool:
        """Whether there may be more tensors than at the last pass.

        Two passes come first. Then one comes when the last two differ, when memory has grown, and when the run is twice as long.
        """
        made = self._probe.gauge(gauges.TensorGauge).created()
        if made is not None and made < self._made + FEW_TENSORS:
            return False
        if len(self._counts) < 2 or self._counts[-1] >= self._counts[-2] + FEW_TENSORS:
            return True
        ran = system.clock() - self._probe.started
        return ran >= 2 * self._at or self._probe.resident() >= self._resident + NOTABLE

    def steps(self) -> Generator[None, None, Record]:
        """A pass in steps, a generator: number, bytes and shapes."""
        if self._old is None:
            self._old = int(OLD * old_objects())
            yield
        self._made = self._probe.gauge(gauges.TensorGauge).created()
        self._resident, self._at = self._probe.resident(), system.clock() - self._probe.started
        answer = describe_tensors(live_tensors(self._old))
        self._counts = self._counts[-1:] + [answer["tensors"]]
        return answer


def live_tensors(old: int) -> list[Any]:
    """The eager tensors that are alive: one pass in C over the tracked objects, but for the `old` ones that have lived longest."""
    eager = plain.module_names(sys.modules.get("tensorflow.python.framework.ops")).get("EagerTensor")
    return instances_of(eager, old) if eager is not None else []


def describe_tensors(tensors: list[Any]) -> Record:
    """Number, bytes and commonest shapes of live tensors."""
    shapes: dict[tuple[str, str], int] = {}
    sizes: dict[tuple[str, str], int] = {}
    for tensor in tensors[:MAX_TENSORS]:
        try:
            if not tensor._id:
                continue  # still being made in another thread: it has no handle yet
            key = (tensor.dtype.name, str(tensor._shape_tuple()))  # `.shape` crashes while the collector clears it
            sizes[key] = tensor._num_elements() * tensor.dtype.size
            shapes[key] = shapes.get(key, 0) + 1
        except Exception as error:
            pass_on(error)
            continue
    commonest = sorted(shapes.items(), key=operator.itemgetter(1), reverse=True)[:MAX_SHAPES]
    seen = min(len(tensors), MAX_TENSORS)
    scale = len(tensors) / seen if seen else 1
    return {
        "tensors": len(tensors),
        "tensor_bytes": int(sum(sizes[key] * count for key, count in shapes.items()) * scale),
        "shapes": [[key[0], key[1], count, sizes[key] * count] for key, count in commonest],
    }
