"""Registers handlers around fork and prints the order in which they run, the child first: both run at the same time."""
import os
import sys

import tensorflow

from habit import rounds


said = []
say = said.append


def tell():
    os.write(1, ("\n".join(said) + "\n").encode())


for n in (1, 2):
    os.register_at_fork(before=lambda n=n: say("before %d" % n), after_in_parent=lambda n=n: say("parent %d" % n))
    os.register_at_fork(after_in_child=lambda n=n: say("child %d" % n))
for _ in rounds(10):
    pass
child = os.fork()
if child == 0:
    for _ in rounds(10):
        pass
    say("child ends")
    tell()
    os._exit(4)
say("status %d" % (os.waitpid(child, 0)[1] >> 8))
tell()
sys.exit(0)
