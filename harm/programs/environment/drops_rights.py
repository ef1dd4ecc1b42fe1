"""Starts as root, drops to nobody as servers do, forks workers."""
import os

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
if os.getuid() == 0:
    os.setgroups([])
    os.setresgid(65534, 65534, 65534)
    os.setresuid(65534, 65534, 65534)
for _ in range(3):
    child = os.fork()
    if child == 0:
        for _ in rounds(20):
            pass
        os.write(1, b"worker\n")
        os._exit(0)
    print(os.waitpid(child, 0)[1])
