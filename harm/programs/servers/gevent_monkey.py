"""gevent patches everything first: sockets, threads, locks, sleep, subprocess, os.fork.

lanes = ["harm2"]
needs = ["gevent"]
standin = true
"""
from gevent import monkey

monkey.patch_all()
import os
import subprocess
import threading
import time

import gevent
import tensorflow
from habit import KEPT, mark

order = []


def worker(number):
    for step in range(20):
        KEPT.append([bytearray(5000)])
        mark()
        order.append(number)
        time.sleep(0.01)


jobs = [gevent.spawn(worker, n) for n in range(5)]
thread = threading.Thread(target=worker, args=(9,))
thread.start()
gevent.joinall(jobs)
thread.join()
print(order[:12], len(order), subprocess.check_output(["echo", "hi"]), threading.active_count())
child = os.fork()
if child == 0:
    mark()
    os._exit(3)
print(os.waitpid(child, 0)[1] >> 8)
for _ in range(60):
    mark()
    time.sleep(0.02)
