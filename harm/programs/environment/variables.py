r"""Prints its environment, and that of a command it starts.

[[filters]]
pattern = "(?m)^(TENSORLEAK_\\w+|PYTHONPATH)=.*\\n?"
why = "children are followed through the environment: TENSORLEAK_* and PYTHONPATH, documented in docs/how-it-works.md"
"""
import os
import subprocess

import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
print("\n".join(sorted("%s=%s" % item for item in os.environ.items() if item[0] not in ("_", "SHLVL"))))
