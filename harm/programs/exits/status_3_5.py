"""Ends with sys.exit(3.5)."""
import sys

import tensorflow

from habit import mark

mark()
sys.exit(3.5)
