"""Ends with sys.exit(256)."""
import sys

import tensorflow

from habit import mark

mark()
sys.exit(256)
