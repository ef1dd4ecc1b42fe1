"""Limits of processes, stack, core, memory locks and processor time."""
import resource

import tensorflow

from habit import rounds

for name, value in [("STACK", 1 << 20), ("CORE", 0), ("MEMLOCK", 0), ("NPROC", 64), ("CPU", 30)]:
    hard = resource.getrlimit(getattr(resource, "RLIMIT_" + name))[1]
    resource.setrlimit(getattr(resource, "RLIMIT_" + name), (value, hard))
for _ in rounds(40):
    pass
print([resource.getrlimit(getattr(resource, "RLIMIT_" + n))[0] for n in ("STACK", "CORE", "NPROC", "CPU")])
