"""Exceptions in threads: the hook prints them, SystemExit stays silent."""
import sys
import threading

import tensorflow

from habit import mark, rounds


def fail(error):
    mark()
    raise error


for error in (ValueError("one"), SystemExit("two"), KeyError("three")):
    thread = threading.Thread(target=fail, args=(error,), name="fails")
    thread.start()
    thread.join()
if hasattr(threading, "excepthook"):
    threading.excepthook = lambda args: print("hook", args.exc_type.__name__, args.thread.name)
    thread = threading.Thread(target=fail, args=(OSError("four"),), name="hooked")
    thread.start()
    thread.join()
for _ in rounds(20):
    pass
print("end", file=sys.stderr)
