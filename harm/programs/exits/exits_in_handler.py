"""An exit handler that calls os._exit(6)."""
import atexit
import os

import tensorflow

from habit import rounds

atexit.register(os._exit, 6)
for _ in rounds(20):
    pass
