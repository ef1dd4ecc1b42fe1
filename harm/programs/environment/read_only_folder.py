"""Works in a folder it may not write to, as another user."""
import os

import tensorflow

from habit import rounds

os.chmod(".", 0o555)
if os.getuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for _ in rounds(40):
    pass
try:
    open("file", "w")
except PermissionError:
    print("may not write")
print(os.getuid())
