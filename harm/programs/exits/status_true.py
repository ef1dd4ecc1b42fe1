"""Ends with sys.exit(True)."""
import sys

import tensorflow

from habit import mark

mark()
sys.exit(True)
