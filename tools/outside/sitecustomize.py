"""Counts what a program has in use, from a thread of its own: the outside measurement that `tools/truth.py` judges.

Python imports this module by itself when its folder is on PYTHONPATH. Nothing of the program is patched and no code is shared
with the probe. Each line of the file in TRUTH_FOLDER is one count, made right after a full collection, so that garbage does not
count: time, bytes that malloc has given out, blocks that Python's allocator has given out, resident bytes.
Python 3.7 syntax: programs of every lane are measured.
"""

import atexit
import ctypes
import gc
import json
import os
import sys
import threading
import time

REST = 0.05  # seconds between counts: about 60 in a loop of three seconds
READS = 10  # of malloc's figure within a rest; the least is kept, since a step's own arrays come and go


class Heap(ctypes.Structure):
    """`struct mallinfo2` of glibc 2.33 and later."""

    _fields_ = [
        (name, ctypes.c_size_t)
        for name in "arena ordblks smblks hblks hblkhd usmblks fsmblks uordblks fordblks keepcost".split()
    ]


def heap_reader():
    """`mallinfo2`, or None where the C library has none."""
    try:
        function = ctypes.CDLL(None).mallinfo2
    except (AttributeError, OSError, TypeError):
        return None
    function.restype = Heap
    return function


def resident():
    """Anonymous resident bytes of this process."""
    with open("/proc/self/status") as file:
        for line in file:
            if line.startswith("RssAnon"):
                return int(line.split()[1]) * 1024
    return 0


def importing():
    """True while TensorFlow's own import runs: what grows meanwhile is code."""
    module = sys.modules.get("tensorflow")
    return module is not None and getattr(getattr(module, "__spec__", None), "_initializing", False)


def least(heap, stop, pause):
    """The least number of bytes that malloc had given out during a pause; None where the C library does not tell."""
    found = None
    for _ in range(READS):
        if heap:
            used = heap()
            size = used.uordblks + used.hblkhd
            found = size if found is None else min(found, size)
        if stop.wait(pause / READS):
            break
    return found


def count_for_ever(file, stop):
    """Writes one count after the other; what TensorFlow's import made is left out of all collections, which are short then."""
    heap, frozen = heap_reader(), False
    while not stop.is_set():
        begun = time.perf_counter()
        phase = "import" if importing() else "loop" if "tensorflow" in sys.modules else "plain"
        if phase == "loop" and not frozen:
            gc.freeze()
            frozen = True
        if phase != "import":
            gc.collect()
        row = {"t": time.time(), "phase": phase, "blocks": sys.getallocatedblocks(), "resident": resident()}
        # Counting takes half of the time at most, whatever a collection costs.
        row["malloc"] = least(heap, stop, max(REST, time.perf_counter() - begun))
        if not stop.is_set():
            file.write(json.dumps(row) + "\n")
            file.flush()


def start():
    """Begins to count in this process."""
    folder = os.environ.get("TRUTH_FOLDER")
    if not folder:
        return
    stop = threading.Event()
    file = open(os.path.join(folder, "{}.jsonl".format(os.getpid())), "a")
    threading.Thread(target=count_for_ever, args=(file, stop), daemon=True).start()
    atexit.register(stop.set)


start()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=start)
