"""The whole command is started without HOME, in a read-only file system's place for temporary files.

outer = ["env", "-u", "HOME", "-u", "XDG_STATE_HOME", "TMPDIR=/proc/none"]
"""
import os

import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(os.environ.get("HOME"), os.environ.get("TMPDIR"))
