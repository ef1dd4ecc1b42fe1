"""Locale, decimal context, umask, recursion limit, float format, trace depth: unchanged by work."""
import decimal
import gc
import locale
import os
import sys
import threading

import tensorflow

from habit import rounds


def settings():
    mask = os.umask(0o22)
    os.umask(mask)
    return (
        locale.setlocale(locale.LC_ALL),
        str(decimal.getcontext()),
        mask,
        sys.getrecursionlimit(),
        gc.get_threshold(),
        gc.isenabled(),
        gc.get_debug(),
        gc.get_freeze_count(),
        threading.stack_size(),
        sys.gettrace(),
        sys.getprofile(),
        sys.excepthook is sys.__excepthook__,
        sys.displayhook is sys.__displayhook__,
        sys.getdlopenflags(),
        os.getcwd() == os.path.dirname(os.path.abspath(__file__)),
    )


before = settings()
for _ in rounds():
    pass
print(before, settings() == before)
