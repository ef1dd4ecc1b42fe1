"""Reads address 0, with the fault handler on."""
import ctypes
import faulthandler
import sys

import tensorflow

from habit import rounds

faulthandler.enable(file=sys.stdout)
for _ in rounds(20):
    pass
ctypes.string_at(0)
