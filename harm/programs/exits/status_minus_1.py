"""Ends with sys.exit(-1)."""
import sys

import tensorflow

from habit import mark

mark()
sys.exit(-1)
