"""Marks itself as not dumpable, as agents with secrets do: much of /proc/self is closed to it."""
import ctypes

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
print(ctypes.CDLL(None).prctl(4, 0, 0, 0, 0))
for _ in rounds(40):
    pass
print("end")
