"""Runs under LC_ALL=C with an ASCII stdout and prints what that cannot hold.

command = ["env", "LC_ALL=C", "PYTHONCOERCECLOCALE=0", "PYTHONUTF8=0", "PYTHONIOENCODING=ascii:backslashreplace", "{python}", "program.py"]
"""
import os
import sys

import tensorflow

from habit import rounds

open(b"na\xffme", "w").close()
for _ in rounds(15):
    pass
print(sys.stdout.encoding, sys.getfilesystemencoding(), "\xe9\u20ac", sorted(os.listdir("."))[:1])
