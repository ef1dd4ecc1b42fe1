"""Ends with an exception that has a cause and a context."""
import atexit

import tensorflow

from habit import rounds

atexit.register(print, "exit handler", flush=True)
for _ in rounds(15):
    pass
try:
    {}["missing"]
except KeyError as error:
    raise ValueError("boom") from error
