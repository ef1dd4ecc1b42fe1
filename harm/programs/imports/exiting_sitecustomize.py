r"""A sitecustomize that ends the interpreter with status 9.

environment = {PYTHONDONTWRITEBYTECODE = "1"}
outer = ["sh", "-c", "PYTHONPATH=own:$PYTHONPATH exec \"$@\"", "sh"]

[files]
"own/sitecustomize.py" = "import sys\nif '/desk' not in sys.prefix:\n    sys.exit(9)"
"""
print("never")
