"""Files get the modes that its umask says, 000 and 077."""
import os
import tempfile

import tensorflow

from habit import rounds

for mask in (0, 0o77, 0o22):
    os.umask(mask)
    for _ in rounds(15):
        pass
    os.close(os.open("mask%o" % mask, os.O_CREAT | os.O_WRONLY, 0o666))
    os.mkdir("folder%o" % mask)
print([oct(os.stat(n).st_mode) for n in sorted(os.listdir(".")) if "mask" in n or "folder" in n])
