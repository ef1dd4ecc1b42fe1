"""Hooks of interactive shells: displayhook, breakpointhook, last exception."""
import sys

import tensorflow

from habit import rounds

seen = []
sys.displayhook = seen.append
sys.breakpointhook = lambda *words: seen.append("breakpoint")
for number in rounds(30):
    if number == 10:
        breakpoint()
exec(compile("1 + 1", "<input>", "single"))
print(seen, hasattr(sys, "last_value"), sys.exc_info())
