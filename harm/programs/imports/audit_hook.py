"""An audit hook (Python 3.8) that forbids opening files, looking at frames and objects, and loading libraries."""
import sys

import tensorflow

from habit import rounds

armed, refused = [], []
FORBIDDEN = ("open", "sys._getframe", "gc.get_objects", "gc.get_referrers", "gc.get_referents", "ctypes.dlopen", "os.listdir", "subprocess.Popen", "import")


def hook(event, arguments):
    if armed and event in FORBIDDEN:
        raise RuntimeError("forbidden: " + event)


if hasattr(sys, "addaudithook"):
    sys.addaudithook(hook)
armed.append(1)
for _ in rounds(60):
    pass
armed.clear()
print("done")
