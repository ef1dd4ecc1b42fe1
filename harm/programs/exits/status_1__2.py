"""Ends with sys.exit((1, 2))."""
import sys

import tensorflow

from habit import mark

mark()
sys.exit((1, 2))
