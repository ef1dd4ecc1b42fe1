"""Stops worker threads by an exception set from outside (PyThreadState_SetAsyncExc), as notebooks and pools do."""
import ctypes
import threading
import time

import tensorflow

from habit import mark


class Stop(Exception):
    pass


stopped = []


def work(number):
    try:
        while True:
            mark()
            time.sleep(0.001)
    except Stop:
        stopped.append(number)


for number in range(20):
    worker = threading.Thread(target=work, args=(number,))
    worker.start()
    time.sleep(0.05)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(worker.ident), ctypes.py_object(Stop))
    worker.join(5)
print(len(stopped), threading.active_count())
