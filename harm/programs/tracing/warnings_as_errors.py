"""Turns warnings into errors and counts what the hook is shown; filters stay as they are."""
import sys
import warnings

warnings.simplefilter("error")
import tensorflow

from habit import rounds

before = list(warnings.filters)
shown = []
warnings.showwarning = lambda *words, **named: shown.append(str(words[0]))
for _ in rounds():
    pass
print(warnings.filters == before, shown)
try:
    warnings.warn("mine", ResourceWarning)
except ResourceWarning as warning:
    print("raised", warning)
open("/dev/null")
print(sorted(getattr(sys.modules["__main__"], "__warningregistry__", {})))
