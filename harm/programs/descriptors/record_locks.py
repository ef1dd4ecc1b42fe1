"""Holds a POSIX record lock, which any close of the same file in this process would drop."""
import fcntl
import os

import tensorflow

from habit import rounds

files = {name: open(name, "r+") for name in (__file__,)}
files["data"] = open("data", "w+")
for file in files.values():
    fcntl.lockf(file, fcntl.LOCK_EX)
for _ in rounds():
    pass
child = os.fork()
if child == 0:
    for name in sorted(files):
        with open(name, "r+") as again:
            try:
                fcntl.lockf(again, fcntl.LOCK_EX | fcntl.LOCK_NB)
                print(os.path.basename(name), "was unlocked")
            except OSError:
                print(os.path.basename(name), "still locked")
    import sys

    sys.stdout.flush()
    os._exit(0)
os.waitpid(child, 0)
