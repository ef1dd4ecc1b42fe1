"""Exit handlers run last first, around one that raises, and see the modules."""
import atexit
import sys

import tensorflow

from habit import rounds

for number in range(4):
    atexit.register(print, "handler", number, "os" in sys.modules, flush=True)


@atexit.register
def fails():
    raise RuntimeError("in a handler")


for _ in rounds(20):
    pass
print("end", flush=True)
