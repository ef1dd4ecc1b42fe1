"""Ends with sys.exit and a text."""
import sys

import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
sys.exit("a message on stderr")
