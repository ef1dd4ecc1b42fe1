"""Does its units of work while it holds logging's, the import system's and its own locks."""
import importlib
import logging
import threading

import tensorflow

from habit import KEPT, mark

logging.basicConfig()
own = threading.Lock()
kept = []
logging._acquireLock() if hasattr(logging, "_acquireLock") else None
with own, logging.getLogger().handlers[0].lock:
    import _imp

    _imp.acquire_lock()
    try:
        for number in range(60):
            kept.append([bytearray(1000)])
            mark()
            threading.Event().wait(0.02)
    finally:
        _imp.release_lock()
logging._releaseLock() if hasattr(logging, "_releaseLock") else None
print("done", len(kept))
