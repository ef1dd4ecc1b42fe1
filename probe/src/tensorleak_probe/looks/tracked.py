"""Objects that the collector tracks, taken without harm to a program that runs in another thread.

CPython refuses to finish a tuple that somebody else refers to: `tuple(generator)` raises SystemError when a second thread
holds the result of `gc.get_objects()` at that moment. So the whole list is let go of again before any other thread can run, and
that takes one single call into C: between two calls the interpreter may switch threads. Types are compared by their address:
their hash may be a method of a metaclass of the program's.
"""

import collections
import functools
import itertools
import operator

from tensorleak_probe.system import system


def _chosen(flags, words=()):
    """The tracked objects for which `flags(iterator over their types' addresses)` is true, in one call.

    `words` are the arguments of `gc.get_objects`: nothing, or a generation.
    """
    box, made = [], []
    candidates, again = itertools.chain.from_iterable(box), itertools.chain.from_iterable(box)
    found = map(list, [itertools.compress(candidates, flags(map(id, map(type, again))))])  # made only when asked for
    steps = (
        functools.partial(box.extend, itertools.starmap(system.tracked, [words])),  # the whole list, in the box
        functools.partial(made.extend, found),  # candidates and their types are now read from the box
        functools.partial(collections.deque(maxlen=0).extend, again),  # to its end: it would go on holding the list
        box.clear,
    )
    collections.deque(map(operator.methodcaller("__call__"), steps), maxlen=0)
    return made.pop()


def tracked_objects():
    """Everything that the collector tracks, but for tuples."""
    return _chosen(lambda kinds: map(operator.ne, kinds, itertools.repeat(id(tuple))))


def objects_of(kinds):
    """The tracked objects of exactly these types, given by their addresses; no tuples."""
    return _chosen(lambda found: map((kinds - {id(tuple)}).__contains__, found))


def young_objects_of(kind):
    """The objects of exactly this type that the collector has not looked at yet; Python 3.8 and newer."""
    return _chosen(lambda found: map(id(kind).__eq__, found), (0,))
