"""A thread goes on after the main thread has ended."""
import threading

import tensorflow

from habit import rounds


def late():
    for _ in rounds(30):
        pass
    print("late", flush=True)


threading.Thread(target=late).start()
print("main ends")
