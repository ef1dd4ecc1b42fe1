"""Closes all inherited descriptors as daemons do, then opens its own files."""
import os

import tensorflow

from habit import descriptors, rounds

os.closerange(3, 256)
first = os.open("first.bin", os.O_RDWR | os.O_CREAT, 0o600)
second = os.open("second.bin", os.O_RDWR | os.O_CREAT, 0o600)
os.write(first, b"A" * 10)
os.write(second, b"B" * 10)
for _ in rounds():
    pass
print(os.fstat(first).st_size, os.fstat(second).st_size)
print([(number, os.path.basename(target)) for number, target in descriptors()])
