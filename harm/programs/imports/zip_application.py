r"""A zip application built and run by Python.

command = ["sh", "-c", "mkdir app && cp program.py app/__main__.py && \"$0\" -m zipapp app && exec \"$0\" app.pyz a b", "{python}"]

[[ignored]]
name = "app.pyz"
why = "holds the time of its files"
"""
import sys

import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
print("zip", sys.argv[1:], __name__, __file__.endswith("app.pyz/__main__.py"))
