"""Its own excepthook prints and chooses the status."""
import os
import sys

import tensorflow

from habit import rounds


def hook(kind, value, trace):
    depth = 0
    while trace:
        depth, trace = depth + 1, trace.tb_next
    print("hook", kind.__name__, value, depth, flush=True)
    os._exit(5)


sys.excepthook = hook
for _ in rounds(15):
    pass
raise LookupError("for the hook")
