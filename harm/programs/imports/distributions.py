"""Lists the installed distributions and entry points, as plug-in systems do."""
import sys

if sys.version_info >= (3, 8):
    from importlib import metadata

    print(sorted({d.metadata["Name"].lower() for d in metadata.distributions() if "tensorleak" not in d.metadata["Name"]}))
import pkgutil

import tensorflow

from habit import rounds

for _ in rounds(15):
    pass
print(sorted(m.name for m in pkgutil.iter_modules() if "leak" in m.name or "customize" in m.name))
