"""Its working folder is deleted, then it forks."""
import os
import sys

import tensorflow

from habit import rounds

os.mkdir("gone")
os.chdir("gone")
os.rmdir("../gone")
for _ in rounds(20):
    pass
child = os.fork()
if child == 0:
    for _ in rounds(10):
        pass
    print("child", flush=True)
    os._exit(3)
print(os.waitpid(child, 0)[1] >> 8)
try:
    os.getcwd()
except FileNotFoundError:
    print("no folder")
sys.exit(2)
