"""Replaces builtins with versions that fail for callers they do not know, as strict mocks do."""
import builtins
import sys

import tensorflow

from habit import rounds

refused = []
own = {"__main__", "habit", "tensorleak_probe"}
names = "len isinstance issubclass hasattr getattr sorted repr iter sum min max any all id hash callable vars dir str".split()
for name in names:
    if isinstance(getattr(builtins, name), type):
        continue

    def strict(*words, real=getattr(builtins, name), name=name, frame=sys._getframe, **named):
        if frame(1).f_globals.get("__name__", "").startswith("tensorleak_probe."):
            raise RuntimeError("unexpected call of " + name)
        return real(*words, **named)

    setattr(builtins, name, strict)
for _ in rounds(60):
    pass
print("done")
