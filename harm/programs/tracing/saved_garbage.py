"""Keeps all garbage for inspection (gc.DEBUG_SAVEALL): only its own kinds are there."""
import gc

import tensorflow

from habit import rounds

gc.collect()
gc.set_debug(gc.DEBUG_SAVEALL)


class Leak:
    pass


for number in rounds(40):
    leak = Leak()
    leak.itself = leak
gc.collect()
gc.set_debug(0)
print(sum(type(g) is Leak for g in gc.garbage) , sorted({type(g).__module__ for g in gc.garbage if "leak" in type(g).__module__}))
