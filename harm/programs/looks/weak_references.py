"""Weak references, callbacks and finalizers: objects die when the program drops them, in the same order."""
import weakref

import tensorflow

from habit import rounds


class Thing:
    pass


events, kept, table = [], [], weakref.WeakValueDictionary()
for number in rounds(60):
    thing = Thing()
    thing.payload = [bytearray(2000)]
    kept.append(thing.payload)
    reference = weakref.ref(thing, lambda _, n=number: events.append(("callback", n)))
    weakref.finalize(thing, events.append, ("finalizer", number))
    table[number] = thing
    assert weakref.getweakrefcount(thing) == 3, weakref.getweakrefcount(thing)
    del thing
    assert reference() is None and number not in table and events[-1][1] == number, (number, events[-3:])
print(len(events), len(table), events[:4])
