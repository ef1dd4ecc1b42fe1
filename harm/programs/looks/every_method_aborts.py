"""A class whose every special method aborts the process, in all kinds of containers that grow.

lanes = ["any", "tf2", "tf1"]
"""
import collections
import os

import tensorflow

from habit import rounds

NAMES = """__len__ __bool__ __iter__ __next__ __getitem__ __contains__ __eq__ __ne__ __lt__ __hash__ __repr__ __str__ __bytes__
__format__ __sizeof__ __dir__ __reduce__ __reduce_ex__ __getstate__ __copy__ __deepcopy__ __call__ __int__ __float__ __index__
__enter__ __exit__ __await__ __aiter__ __length_hint__ __reversed__ __missing__ __getattr__ __getattribute__ __setattr__
__delattr__ __get__ __fspath__ __array__ __complex__ __instancecheck__ __subclasscheck__ __abs__ __add__ __or__ __and__""".split()


def aborts(name):
    def method(*words, **named):
        os.write(2, ("called %s\n" % name).encode())
        os.abort()

    return method


body = {name: aborts(name) for name in NAMES}
body["__class__"] = property(aborts("__class__"))
body["__slots__"] = ("kept", "__weakref__", "__dict__")
Mine = type("Mine", (), body)
List, Dict = type("List", (list,), {n: body[n] for n in NAMES}), type("Dict", (dict,), {n: body[n] for n in NAMES})


def made(kind):
    thing = object.__new__(kind) if kind is Mine else kind.__base__.__new__(kind)
    object.__setattr__(thing, "kept", [])
    return thing


keeper, lists, dicts = [], made(List), made(Dict)
queue, table, holder = collections.deque(), {}, made(Mine)
kept = object.__getattribute__(holder, "kept")
for number in rounds():
    for i in range(20):
        thing = made(Mine)
        keeper.append(thing)
        queue.append(thing)
        table[number, i] = thing
        kept.append([thing])
        list.append(lists, thing)
        dict.__setitem__(dicts, (number, i), thing)
print("survived", len(keeper), flush=True)
os._exit(0)
