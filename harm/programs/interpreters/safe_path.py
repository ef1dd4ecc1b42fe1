"""Runs with -P (Python 3.11): the script's folder is not on the path.

lanes = ["py311"]
command = ["{python}", "-P", "program.py"]
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
print(sys.path[0].endswith("standin"), sys.flags.safe_path)
