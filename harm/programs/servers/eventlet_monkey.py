r"""eventlet patches everything first; green threads do the work.

lanes = ["harm2"]
needs = ["eventlet"]
standin = true

[[filters]]
pattern = "(?m)^.*(Eventlet is deprecated|RLock|EventletDeprecationWarning|eventlet.monkey_patch|import eventlet|warnings.warn).*\\n"
why = "eventlet's own warning"
"""
import eventlet

eventlet.monkey_patch()
import threading
import time

import tensorflow
from habit import KEPT, mark

order = []


def worker(number):
    for step in range(20):
        KEPT.append([bytearray(5000)])
        mark()
        order.append(number)
        time.sleep(0.01)


pool = eventlet.GreenPool(5)
for n in range(5):
    pool.spawn(worker, n)
pool.waitall()
print(order[:12], len(order), threading.current_thread().name)
for _ in range(60):
    mark()
    time.sleep(0.02)
