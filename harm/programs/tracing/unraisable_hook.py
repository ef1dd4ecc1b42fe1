"""Notes every exception that Python could not raise (Python 3.8) and every one a thread ended with."""
import sys
import threading

seen = []
sys.unraisablehook = lambda what: seen.append((what.exc_type.__name__, str(what.exc_value)))
threading.excepthook = lambda what: seen.append(what.exc_type.__name__)
import tensorflow

from habit import rounds


class Bad:
    def __del__(self):
        raise ValueError("mine")


for number in rounds(40):
    if number == 20:
        Bad()
print([s for s in seen if s != ("ValueError", "mine")])
