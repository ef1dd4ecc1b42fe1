r"""Reads address 0, with the fault handler on.

[[filters]]
pattern = "\\n?Thread  \\(most recent call first\\):\\n  File \"\\S*tensorleak_probe/sampler.py\", line \\d+ in _run\\n"
why = "the probe's one thread, which dumps of all threads show: docs/promises.md"
"""
import ctypes
import faulthandler
import sys

import tensorflow

from habit import rounds

faulthandler.enable(file=sys.stdout)
for _ in rounds(20):
    pass
ctypes.string_at(0)
