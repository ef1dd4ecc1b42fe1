r"""Started with stdin closed.

outer = ["sh", "-c", "exec \"$@\" <&-", "sh"]
"""
import os
import sys

import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(sys.stdin, os.open("/dev/null", os.O_RDONLY))
