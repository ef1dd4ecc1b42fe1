"""KeyboardInterrupt raised in an exit handler and in a finalizer at the end."""
import atexit

import tensorflow

from habit import rounds


@atexit.register
def interrupted():
    raise KeyboardInterrupt


for _ in rounds(20):
    pass
print("end", flush=True)
