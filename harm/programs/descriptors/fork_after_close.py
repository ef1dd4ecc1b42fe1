"""Closes descriptors, opens its own, forks: they are open in the child."""
import os

import tensorflow

from habit import rounds

os.closerange(3, 256)
files = [os.open("d%d.bin" % n, os.O_RDWR | os.O_CREAT, 0o600) for n in range(6)]
for _ in range(3):
    child = os.fork()
    if child == 0:
        try:
            for file in files:
                os.write(file, b"child")
            os.write(1, b"child ok\n")
        except OSError as error:
            os.write(1, ("child %s\n" % error).encode())
        os._exit(0)
    os.waitpid(child, 0)
for _ in rounds(20):
    pass
print([os.fstat(file).st_size for file in files])
