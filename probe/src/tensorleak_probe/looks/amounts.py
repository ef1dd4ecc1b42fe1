"""How much lies below a name, counted in one go: a walk follows only those names of libraries below which the amount has changed.

Counting asks the collector what objects refer to, level by level and in C. It makes no paths, so it costs a tenth of a walk and keeps
one number per name.
"""

from __future__ import annotations

import collections
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

    All names are counted in each walk and in the same order, so that each amount depends on what lies there alone.
    """

    def __init__(self, counted: set[int]) -> None:
        self._counted = counted  # addresses; shared by the steps of a walk
        self._passed: dict[int, bool] = {}  # address of a type → whether its objects are left alone
        self._types: list[type] = []  # ... which stay alive as long as their addresses are used

    def below(self, value: Thing, deep: bool) -> int:
        """The number of references from one name on; of a container that is not `deep`, its elements alone."""
        total, level = 0, [value]
        self._counted.add(id(value))
        for _ in range(LEVELS if deep else 1):
            entered = [obj for obj in level if not self._is_far(obj)]
            total += sum(LENGTHS[id(type(obj))](obj) for obj in level if self._is_far(obj))
            below = system.referents(*entered[:MOST])
            total += len(below)
            fresh = {id(obj): obj for obj in below if id(type(obj)) not in ATOMS and self._is_open(obj)}
            self._counted.update(fresh)
            level = list(fresh.values())
            if not level:
                break
        return total

    @staticmethod
    def _is_far(obj: Thing) -> bool:
        length = LENGTHS.get(id(type(obj)))
        return length is not None and length(obj) > FAR

    def _is_open(self, obj: Any) -> bool:
        """Whether an object was not met before, and is none that a walk leaves alone: classes, weak references, the interior of TensorFlow."""
        if id(obj) in self._counted:
            return False
        kind = type(obj)
        passed = self._passed.get(id(kind))
        if passed is None:
            module = module_of(kind)
            passed = issubclass(kind, (type, weakref.ref)) or is_framework_module(module) or module.startswith(PACKAGES)
            self._passed[id(kind)] = passed
            self._types.append(kind)
        return not passed
