"""Objects that print when the interpreter clears its modules."""
import sys

import tensorflow

from habit import rounds


class Noisy:
    def __init__(self, name):
        self.name = name

    def __del__(self, write=sys.stdout.write):
        write("gone %s\n" % self.name)


first, second = Noisy("first"), Noisy("second")
cycle = Noisy("cycle")
cycle.itself = cycle
for _ in rounds(20):
    pass
print("end")
