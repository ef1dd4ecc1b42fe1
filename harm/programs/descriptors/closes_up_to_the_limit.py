"""Closes every descriptor up to the limit, as python-daemon does, and writes logs.

lanes = ["any", "tf2", "tf1"]
"""
import os
import resource

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
os.closerange(3, min(resource.getrlimit(resource.RLIMIT_NOFILE)[0], 65536))
logs = [open("log%d" % number, "wb", buffering=0) for number in range(8)]
for number in rounds(60):
    for log in logs:
        log.write(b"line %d\n" % number)
for log in logs:
    log.close()
for number in range(8):
    with open("log%d" % number, "rb") as log:
        lines = log.read().splitlines()
    print(number, len(lines), lines[0], lines[-1])
