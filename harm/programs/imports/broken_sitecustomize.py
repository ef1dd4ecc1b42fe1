r"""A sitecustomize that raises: Python's complaint is the same, and the program runs.

environment = {PYTHONDONTWRITEBYTECODE = "1"}
outer = ["sh", "-c", "PYTHONPATH=own:$PYTHONPATH exec \"$@\"", "sh"]

[files]
"own/sitecustomize.py" = "import sys\nif '/desk' not in sys.prefix:\n    raise RuntimeError('broken on purpose')"
"""
import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
print("after")
