"""Puts one file on every number from 3 to 1023; none may be closed or written by anybody else."""
import os

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
source = os.open("all.bin", os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600)
for number in range(3, 1024):
    os.dup2(source, number)
inode = os.fstat(source).st_ino
for _ in rounds(50):
    pass
same = 0
for number in range(3, 1024):
    try:
        same += os.fstat(number).st_ino == inode
    except OSError:
        pass
print("same file:", same, "size:", os.fstat(source).st_size)
