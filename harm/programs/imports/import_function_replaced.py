"""Replaces `builtins.__import__` and notes what is imported while it works."""
import builtins

import tensorflow

from habit import rounds

real, asked = builtins.__import__, []


def counted(name, *words, **named):
    if not name.startswith("tensorleak_probe"):
        asked.append(name)
    return real(name, *words, **named)


builtins.__import__ = counted
for _ in rounds(60):
    pass
print("asked", asked)
