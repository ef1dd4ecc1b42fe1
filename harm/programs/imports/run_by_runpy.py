r"""Runs a file and a module with runpy, as tools do.

[files]
"job.py" = "import sys, tensorflow\nprint(__name__, sys.argv[1:], __spec__ is None)\nvalue = 3"
"""
import runpy
import sys

sys.argv[1:] = ["x"]
print(runpy.run_path("job.py", run_name="__main__")["value"])
print(sorted(k for k in runpy.run_module("job", run_name="other") if not k.startswith("__")))
from habit import rounds

for _ in rounds(20):
    pass
