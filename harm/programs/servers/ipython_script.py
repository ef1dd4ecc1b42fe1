"""IPython runs the script, with its hooks, magics and a failing line.

lanes = ["harm2"]
fails = true
needs = ["IPython"]
standin = true
command = ["{python}", "-m", "IPython", "--no-banner", "--quiet", "--colors=NoColor", "--no-confirm-exit", "program.py"]
"""
import tensorflow
from habit import rounds

for _ in rounds(25):
    pass
print(get_ipython().__class__.__name__, __name__)
get_ipython().run_cell("x = 5\nx + 1")
get_ipython().run_line_magic("who", "")
1 / 0
