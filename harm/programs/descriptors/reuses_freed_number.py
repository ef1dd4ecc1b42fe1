"""Closes a number it found open (what `lsof`-style cleaners do) and opens a file that takes its place."""
import os

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
for name in os.listdir("/proc/self/fd"):
    if int(name) > 2:
        try:
            os.close(int(name))
        except OSError:
            pass
files = [open("f%d" % n, "w+") for n in range(30)]
for number in rounds(50):
    for file in files:
        file.write("%d\n" % number)
        file.flush()
for file in files:
    file.seek(0)
    text = file.read()
    assert len(text.splitlines()) == 50, text[:200]
print("30 files of 50 lines")
