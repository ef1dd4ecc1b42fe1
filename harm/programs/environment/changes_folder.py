"""Changes its folder before and after the import, with relative paths in sys.path.

[files]
"inner/module.py" = "rows = []"
"""
import os
import sys

sys.path.insert(0, "inner")
import module

os.mkdir("other")
os.chdir("other")
import tensorflow

from habit import rounds

for number in rounds():
    module.rows.extend([number] for _ in range(40))
os.chdir("/")
print(len(module.rows), module.__file__.endswith("module.py"))
