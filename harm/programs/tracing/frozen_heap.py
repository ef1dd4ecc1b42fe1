"""Freezes the heap before it forks, as servers do to share pages."""
import gc
import os

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
gc.disable()
gc.freeze()
frozen = gc.get_freeze_count() > 1000
child = os.fork()
if child == 0:
    gc.enable()
    for _ in rounds(30):
        pass
    os.write(1, b"child %d\n" % (gc.get_freeze_count() > 1000))
    os._exit(0)
print(frozen, os.waitpid(child, 0)[1], gc.isenabled())
gc.unfreeze()
print(gc.get_freeze_count())
