r"""A sitecustomize of the user's own on the path runs once, first, under its own name.

environment = {PYTHONDONTWRITEBYTECODE = "1"}
outer = ["sh", "-c", "PYTHONPATH=own:$PYTHONPATH exec \"$@\"", "sh"]

[files]
"own/sitecustomize.py" = "import sys\nif '/desk' not in sys.prefix:\n    print('own sitecustomize', __name__, __file__)"
"""
import sitecustomize
import sys

print(sitecustomize.__file__, [name for name in sys.modules if "customize" in name])
import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
