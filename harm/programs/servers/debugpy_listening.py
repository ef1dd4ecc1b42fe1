r"""Under debugpy, listening, nobody attached.

lanes = ["harm2"]
needs = ["debugpy"]
standin = true
command = ["{python}", "-X", "frozen_modules=off", "-m", "debugpy", "--listen", "127.0.0.1:{port}", "program.py", "a"]
"""
import sys
import threading

import tensorflow
from habit import rounds

for _ in rounds(40):
    pass
print(sys.argv, __name__, sorted(t.name for t in threading.enumerate() if "pydevd" not in t.name))
