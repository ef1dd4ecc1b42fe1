"""Clears os.environ, then starts commands and a Python."""
import os
import subprocess
import sys

os.environ.clear()
import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(subprocess.run(["/usr/bin/env"], stdout=subprocess.PIPE).stdout)
print(subprocess.run([sys.executable, "-c", "import sys; print(sys.argv)"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT).stdout)
