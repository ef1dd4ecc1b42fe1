"""Sets the switch interval and priorities; nobody changes them back."""
import os
import sys

import tensorflow

from habit import rounds

sys.setswitchinterval(0.2)
print(os.nice(3), sorted(os.sched_getaffinity(0))[:1])
for _ in rounds():
    pass
print(round(sys.getswitchinterval(), 3), os.nice(0), sys.getrecursionlimit())
