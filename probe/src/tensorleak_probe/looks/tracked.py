"""All objects that the collector tracks, taken without harm to a program that runs in another thread.

CPython refuses to finish a tuple that somebody else refers to: `tuple(generator)` raises SystemError when a second thread
holds the result of `gc.get_objects()` at that moment. So tuples are let go again before any other thread can run, and that
takes one single call into C: between two calls the interpreter may switch threads.
"""

import collections
import functools
import gc
import itertools
import operator


def tracked_objects():
    """Everything that the collector tracks, but for tuples."""
    box, made = [], []
    candidates, again = itertools.chain.from_iterable(box), itertools.chain.from_iterable(box)
    chosen = map(operator.is_not, map(type, again), itertools.repeat(tuple))
    found = map(list, [itertools.compress(candidates, chosen)])  # made only then: a list in itself would never go
    steps = (
        functools.partial(box.extend, itertools.starmap(gc.get_objects, [()])),  # the whole list, in the box
        functools.partial(made.extend, found),  # candidates and their types are now read from the box
        functools.partial(collections.deque(maxlen=0).extend, again),  # to its end: it would go on holding the list
        box.clear,
    )
    collections.deque(map(operator.methodcaller("__call__"), steps), maxlen=0)
    return made.pop()
