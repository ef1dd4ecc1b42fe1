"""Starts with no children, forks five and waits for any: exactly its own come back."""
import os

import tensorflow

from habit import rounds

try:
    print(os.waitpid(-1, os.WNOHANG))
except ChildProcessError:
    print("no children")
for _ in rounds(15):
    pass
for status in range(5):
    if os.fork() == 0:
        os._exit(status)
print(sorted(os.wait()[1] >> 8 for _ in range(5)))
try:
    os.wait()
except ChildProcessError:
    print("no more")
