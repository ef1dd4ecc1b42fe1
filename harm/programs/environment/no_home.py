"""HOME and the folders for state and temporary files are unset, without PATH.

command = ["env", "-u", "HOME", "-u", "XDG_STATE_HOME", "-u", "TMPDIR", "PATH=", "{python}", "program.py"]
"""
import os

import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(os.environ.get("HOME"), os.environ.get("PATH"), os.path.expanduser("~") != "~")
