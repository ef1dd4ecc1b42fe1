"""Adds a folder of shadowing modules to sys.path while it runs: nothing reads them but the program.

[files]
"own/linecache.py" = "print('linecache was imported')"
"own/platform.py" = "print('platform was imported')"
"own/tempfile.py" = "print('tempfile was imported')"
"own/ctypes.py" = "print('ctypes was imported')"
"own/inspect.py" = "print('inspect was imported')"
"own/heapq.py" = "print('heapq was imported')"
"own/bisect.py" = "print('bisect was imported')"
"own/signal.py" = "print('signal was imported')"
"own/traceback.py" = "print('traceback was imported')"
"own/json.py" = "print('json was imported')"
"own/select.py" = "print('select was imported')"
"own/resource.py" = "print('resource was imported')"
"""
import sys

import tensorflow

from habit import rounds

sys.path.insert(0, "own")

for _ in rounds(60):
    pass
print("done")
