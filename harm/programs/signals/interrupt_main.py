"""Another thread interrupts the main thread; each interrupt arrives as one KeyboardInterrupt."""
import _thread
import signal
import threading
import time

import tensorflow

from habit import mark

signal.signal(signal.SIGINT, signal.default_int_handler)
turn, caught = threading.Semaphore(0), 0


def interrupter():
    for _ in range(60):
        turn.acquire()
        time.sleep(0.004)
        _thread.interrupt_main()


threading.Thread(target=interrupter, daemon=True).start()
for number in range(60):
    try:
        turn.release()
        limit = time.monotonic() + 2
        while time.monotonic() < limit:
            mark()
    except KeyboardInterrupt:
        caught += 1
print("caught", caught)
