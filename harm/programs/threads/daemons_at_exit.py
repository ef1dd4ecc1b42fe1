"""Daemon threads that never end; the program ends around them."""
import threading
import time

import tensorflow

from habit import mark, rounds


def for_ever():
    while True:
        mark()
        time.sleep(0.001)


for _ in range(8):
    threading.Thread(target=for_ever, daemon=True).start()
for _ in rounds(40):
    pass
print("end", threading.active_count())
