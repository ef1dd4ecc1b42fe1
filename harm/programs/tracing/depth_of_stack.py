"""The depth of the stack in the main module, in a thread and in an exit handler."""
import atexit
import inspect
import threading

import tensorflow

from habit import rounds


def depth():
    return [(f.function, f.filename.rsplit("/", 1)[-1]) for f in inspect.stack()[1:]]


print(depth())
thread = threading.Thread(target=lambda: print(depth()))
thread.start()
thread.join()
atexit.register(lambda: print(depth()))
for _ in rounds(20):
    pass
