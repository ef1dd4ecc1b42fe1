"""Forks with text in stdout's buffer: it is printed by both, as ever."""
import os
import sys

import tensorflow

sys.stdout.write("written once, ")
child = os.fork()
if child:
    os.waitpid(child, 0)
    sys.stdout.write("parent\n")
else:
    sys.stdout.write("child\n")
