r"""Python is started in a folder that is gone.

command = ["sh", "-c", "p=$PWD/program.py; mkdir gone; cd gone; rmdir ../gone; exec \"$0\" $p", "{python}"]
"""
import os

import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
try:
    os.getcwd()
except FileNotFoundError:
    print("no folder")
