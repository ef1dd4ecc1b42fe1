r"""importlib's LazyLoader: the module's body runs at the first attribute the program reads.

[files]
"heavy.py" = "print('heavy is loaded')\nvalue = 5"
"""
import importlib.util
import sys

import tensorflow

from habit import rounds

spec = importlib.util.find_spec("heavy")
loader = importlib.util.LazyLoader(spec.loader)
spec.loader = loader
heavy = importlib.util.module_from_spec(spec)
sys.modules["heavy"] = heavy
loader.exec_module(heavy)
kept = []
for number in rounds():
    kept.append([heavy, number])
print("before")
print(heavy.value)
