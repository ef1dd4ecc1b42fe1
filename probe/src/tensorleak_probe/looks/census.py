"""A census: how many tensors are alive, and what grows on the paths that the program's names lead to.

It is taken in steps of a few hundredths of a second, so that the program is not held up for longer at a time. Nothing of the
program's is referred to between two steps.
"""

import collections
import operator
import sys

from tensorleak_probe import plain
from tensorleak_probe.looks.tracked import instances_of, old_objects
from tensorleak_probe.looks.walk import Walks

MAX_SHAPES = 15
MAX_TENSORS = 20000
OWN_FIRST = (
    3  # censuses that see the program's own names only: what holds a leak is mostly there, and they cost a fifth
)
OLD = 0.9  # of the objects at the first census: the framework's own, among which no tensor is looked for again


class Census:
    """Tensors and growing paths; compares the present with the censuses before."""

    def __init__(self, probe, own_first=OWN_FIRST):
        self._work = probe.work
        self._walks = Walks(probe.sites)
        self._own_first = own_first
        self._old = 0
        self.taken = 0

    def glance(self):
        """What grows under the program's own names, and nothing else: a few milliseconds."""
        containers, cut = self._walks.glance()
        return {"glance": True, "containers": containers, "cut": cut}

    def take(self):
        """A whole census at once."""
        steps = self.steps()
        while True:
            try:
                next(steps)
            except StopIteration as done:
                return done.value

    def steps(self):
        """A census in steps: a generator that pauses between them and returns the answer. Between steps no object is held."""
        libraries = self.taken >= self._own_first
        while libraries and not self._walks.prepare():
            yield
        if not self.taken:
            self._old = int(OLD * old_objects())
            yield
        answer = describe_tensors(live_tensors(self._old))
        yield
        answer["w"] = dict(
            self._work.counts
        )  # the work done when the program's own names are walked over, not when the census began
        answer["containers"], answer["cut"] = yield from self._walks.steps(libraries)
        self.taken += 1
        return answer


def live_tensors(old):
    """The eager tensors that are alive: one pass in C over the tracked objects, but for the `old` ones that have lived longest."""
    eager = plain.module_names(sys.modules.get("tensorflow.python.framework.ops")).get("EagerTensor")
    return instances_of(eager, old) if eager is not None else []


def describe_tensors(tensors):
    """Number, bytes and commonest shapes of live tensors."""
    shapes = collections.Counter()
    sizes = {}
    for tensor in tensors[:MAX_TENSORS]:
        try:
            if not tensor._id:
                continue  # still being made in another thread: it has no handle yet
            key = (tensor.dtype.name, str(tensor._shape_tuple()))  # `.shape` crashes while the collector clears it
            sizes[key] = tensor._num_elements() * tensor.dtype.size
            shapes[key] += 1
        except Exception:
            continue
    commonest = sorted(shapes.items(), key=operator.itemgetter(1), reverse=True)[:MAX_SHAPES]
    seen = min(len(tensors), MAX_TENSORS)
    scale = len(tensors) / seen if seen else 1
    return {
        "tensors": len(tensors),
        "tensor_bytes": int(sum(sizes[key] * count for key, count in shapes.items()) * scale),
        "shapes": [[key[0], key[1], count, sizes[key] * count] for key, count in commonest],
    }
