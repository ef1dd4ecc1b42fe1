"""Commands started with `close_fds=False` see the program's descriptors only."""
import os
import subprocess

import tensorflow

from habit import rounds

for _ in rounds(20):
    pass
kept = os.open("/dev/zero", os.O_RDONLY)
os.set_inheritable(kept, True)
listing = "for f in /proc/self/fd/*; do readlink $f; done | grep -v -e pipe: -e /proc/ -e socket: | sort"
print(subprocess.run(["sh", "-c", listing], close_fds=False, stdout=subprocess.PIPE).stdout.decode())
os.execv("/bin/sh", ["sh", "-c", listing])
