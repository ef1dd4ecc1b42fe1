"""Ends with sys.exit(None)."""
import sys

import tensorflow

from habit import mark

mark()
sys.exit(None)
