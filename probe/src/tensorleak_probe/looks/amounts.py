"""How much lies below a name, counted in one go: a walk follows only those names of libraries below which the amount has changed.

Counting asks the collector what objects refer to, level by level and in C. It makes no paths, so it costs a tenth of a walk and keeps
one number per name.
"""

from __future__ import annotations

import collections
import itertools
import operator
import weakref

from tensorleak_probe import PACKAGES
from tensorleak_probe.gauges.base import is_framework_module
from tensorleak_probe.looks.children import ATOMS
from tensorleak_probe.looks.modules import module_of
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from tensorleak_probe.vocabulary import Thing

LEVELS = 6  # as far as a walk follows objects of libraries: an object, its dict, a value, its dict, a container, its elements
MOST = 4000  # objects below one name whose referents are asked for; of more, the first ones
FAR = 20000  # elements from which a container is counted and not entered
LENGTHS = {id(kind): kind.__len__ for kind in (dict, list, set, tuple, collections.deque)}


class Amounts:
    """Counts what lies below names; what was counted under one name is not counted under the next. Forgotten after each step of a walk.

    All names are counted in each walk and in the same order, so that each amount depends on what lies there alone. Half a million
    references are passed over in a large program: what is asked of each of them is asked in C.
    """

    def __init__(self, counted: set[int]) -> None:
        self._counted = counted  # addresses; shared by the steps of a walk
        self._met = set(ATOMS)  # addresses of types of which it is known whether their objects are entered ...
        self._entered: set[int] = set()  # ... and of those whose are
        self._types: list[type] = []  # which stay alive as long as their addresses are used

    def below(self, value: Thing, deep: bool) -> int:
        """The number of references from one name on; of a container that is not `deep`, its elements alone."""
        total, level = 0, [value]
        self._counted.add(id(value))
        for _ in range(LEVELS if deep else 1):
            far = [obj for obj in level if id(type(obj)) in LENGTHS and LENGTHS[id(type(obj))](obj) > FAR]
            if far:
                total += sum(LENGTHS[id(type(obj))](obj) for obj in far)
                level = [obj for obj in level if all(map(operator.is_not, far, itertools.repeat(obj)))]
            below = system.referents(*level[:MOST])
            total += len(below)
            level = self._fresh(below)
            if not level:
                break
        return total

    def _fresh(self, below: list[Any]) -> list[Any]:
        """Those that were not met before and are entered, each once."""
        kinds = list(map(id, map(type, below)))
        if not self._met.issuperset(kinds):
            self._meet(below)
        entered = list(itertools.compress(below, map(self._entered.__contains__, kinds)))
        fresh = dict(zip(map(id, entered), entered))
        for address in self._counted.intersection(fresh):
            del fresh[address]
        self._counted.update(fresh)
        return list(fresh.values())

    def _meet(self, objects: list[Any]) -> None:
        """Sorts the types that are new: classes, weak references and the interior of TensorFlow are left alone, as in a walk."""
        for kind in map(type, objects):
            if id(kind) not in self._met:
                self._met.add(id(kind))
                self._types.append(kind)
                module = module_of(kind)
                if not (
                    issubclass(kind, (type, weakref.ref)) or is_framework_module(module) or module.startswith(PACKAGES)
                ):
                    self._entered.add(id(kind))
