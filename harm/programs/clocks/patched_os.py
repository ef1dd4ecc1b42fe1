"""Replaces functions of os, sys, gc, threading, json and io with versions that count and then refuse."""
import gc
import io
import json
import os
import sys
import threading

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
calls = []


def refuse(name):
    def function(*words, **named):
        calls.append(name)
        raise RuntimeError(name)

    return function


for module, names in [
    (os, "open read write close stat fstat lstat getpid getcwd listdir readlink pread pwrite lseek unlink access dup fsync sysconf"),
    (os.path, "exists join dirname basename abspath isfile realpath"),
    (sys, "_getframe getsizeof _current_frames exc_info getrefcount intern"),
    (gc, "get_objects get_referrers get_referents collect get_count is_tracked get_stats freeze"),
    (json, "dumps dump loads load"),
    (io, "open"),
    (threading, "get_ident current_thread enumerate active_count Lock RLock Event"),
]:
    for name in names.split():
        setattr(module, name, refuse(name))
for _ in rounds(50):
    pass
os.write, text = sys.stdout.buffer.raw.write, "calls %s\n" % sorted(set(calls))
sys.stdout.write(text)
