"""With the collector off, cyclic garbage stays until the program collects; callbacks count collections."""
import gc
import weakref

import tensorflow

from habit import rounds

gc.collect()
gc.disable()
runs = []
gc.callbacks.append(lambda phase, info: runs.append(phase))


class Cycle:
    pass


gone = []
for number in rounds(60):
    cycle = Cycle()
    cycle.itself = cycle
    cycle.data = bytearray(5000)
    weakref.finalize(cycle, gone.append, number)
    del cycle
print("gone", len(gone), "collections", len(runs), gc.isenabled(), gc.get_threshold())
gc.collect()
print("gone", len(gone), "collections", len(runs))
