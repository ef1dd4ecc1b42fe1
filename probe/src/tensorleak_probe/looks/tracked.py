"""Objects that the collector tracks, taken without harm to a program that runs in another thread.

CPython refuses to finish a tuple that somebody else refers to: `tuple(generator)` raises SystemError when a second thread
holds the result of `gc.get_objects()` at that moment. So the whole list is let go of again before any other thread can run, and
that takes one single call into C: between two calls the interpreter may switch threads. Types are compared by their address:
their hash may be a method of a metaclass of the program's.
"""

from __future__ import annotations

import collections
import functools
import itertools
import operator
import sys

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterator

    Flags = Callable[[Iterator[type]], Iterator[Any]]  # of types: which of their objects are chosen


def _chosen(flags: Flags, words: tuple[int, ...] = (), skip: int = 0) -> list[Any]:
    """The tracked objects for which `flags(iterator over their types)` is true, in one call.

    `words` are the arguments of `gc.get_objects`: nothing, or a generation. The first `skip` objects are passed over.
    """
    box: list[list[Any]] = []
    made: list[list[Any]] = []
    later = operator.itemgetter(
        slice(skip, None)
    )  # the others are let go of at once: passing over them costs as much as reading
    candidates, again = (itertools.chain.from_iterable(box) for _ in range(2))
    found = map(list, [itertools.compress(candidates, flags(map(type, again)))])  # made only when asked for
    steps = (
        functools.partial(box.extend, map(later, itertools.starmap(system.tracked, [words]))),  # the list, in the box
        functools.partial(made.extend, found),  # candidates and their types are now read from the box
        functools.partial(collections.deque(maxlen=0).extend, again),  # to its end: it would go on holding the list
        box.clear,
    )
    collections.deque(map(operator.methodcaller("__call__"), steps), maxlen=0)
    return made.pop()


def tracked_objects() -> list[Any]:
    """Everything that the collector tracks, but for tuples."""
    return _chosen(lambda kinds: map(operator.is_not, kinds, itertools.repeat(tuple)))


def objects_of(kinds: frozenset[int]) -> list[Any]:
    """The tracked objects of exactly these types, given by their addresses; no tuples."""
    return _chosen(lambda found: map((kinds - {id(tuple)}).__contains__, map(id, found)))


GENERATIONS = sys.version_info >= (3, 8)  # whether the collector tells which objects are old


def old_objects() -> int:
    """How many objects have outlived several collections; 0 where the collector does not tell."""
    return sum(map(len, itertools.starmap(system.tracked, [(2,)]))) if GENERATIONS else 0


def instances_of(kind: type, skip: int = 0) -> list[Any]:
    """The tracked objects of exactly this type. Of the old ones, those that have lived longest come first: `skip` are passed over."""

    def flags(found: Iterator[type]) -> Iterator[bool]:
        return map(operator.is_, found, itertools.repeat(kind))

    if not GENERATIONS:
        return _chosen(flags)
    return _chosen(flags, (0,)) + _chosen(flags, (1,)) + _chosen(flags, (2,), skip)


def young_objects_of(kind: type) -> list[Any]:
    """The objects of exactly this type that the collector has not looked at yet; Python 3.8 and newer."""
    return _chosen(lambda found: map(operator.is_, found, itertools.repeat(kind)), (0,))
