"""Reloads TensorFlow, drops it from sys.modules and imports it anew, also from a thread."""
import importlib
import sys
import threading

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
again = importlib.reload(tensorflow)
print(again is tensorflow, again.__version__, again.__spec__.name, type(again.__loader__).__name__)
del sys.modules["tensorflow"]
import tensorflow as second

print(second is again)
del sys.modules["tensorflow"]
found = []
thread = threading.Thread(target=lambda: found.append(importlib.import_module("tensorflow")))
thread.start()
thread.join()
print(found[0] is second, sorted(vars(found[0])))
for _ in rounds(20):
    pass
