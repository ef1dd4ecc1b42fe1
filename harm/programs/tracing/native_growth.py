"""Native memory that nobody holds grows while locals are written through frames, exceptions fly and finalizers print."""
import ctypes
import weakref

import tensorflow

from habit import mark, _sleep

libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.memset.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_size_t]
dropped = []


class Handle:
    def __init__(self, size):
        self.address = libc.malloc(size)
        libc.memset(self.address, 1, size)


def native(size):
    handle = Handle(size)
    weakref.finalize(handle, dropped.append, size)
    return handle.address is not None


def fails(number):
    try:
        if number % 3 == 0:
            raise KeyError(number)
        native(200_000)
    except KeyError as error:
        return str(error)
    finally:
        number += 1
    return number


def suspended(count):
    for number in range(count):
        native(100_000)
        yield number


def writes():
    x = 1
    exec("x = 2")
    return x, sorted(locals())


results = []
generator = suspended(200)
for number in range(160):
    native(300_000)
    results.append((fails(number), next(generator), writes()))
    mark()
    _sleep(0.015)
print(results[-3:], len(dropped))
print(sorted(vars(Handle(8))))
