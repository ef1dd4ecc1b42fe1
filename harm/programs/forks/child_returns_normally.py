"""A child that ends as scripts end: its exit handlers and its buffered output are its own."""
import atexit
import os
import sys

import tensorflow

from habit import rounds

atexit.register(lambda: print("exit handler in", "child" if child == 0 else "parent"))
for _ in rounds(10):
    pass
sys.stdout.flush()
child = os.fork()
if child == 0:
    for _ in rounds(20):
        pass
    print("child ends")
    sys.exit(9)
print(os.waitpid(child, 0)[1] >> 8)
