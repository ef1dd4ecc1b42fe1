r"""A script that does not compile.

command = ["{python}", "broken.py"]

[files]
"broken.py" = "def f(:\n    pass"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(25):
    pass
print(__name__, sys.argv, sys.flags, sys.path[0] == "", __debug__)
