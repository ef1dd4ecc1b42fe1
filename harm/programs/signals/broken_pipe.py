"""Takes SIGPIPE by default, as command line tools do, and dies writing to a closed pipe."""
import os
import signal

import tensorflow

from habit import rounds

signal.signal(signal.SIGPIPE, signal.SIG_DFL)
for _ in rounds(30):
    pass
print("still here", flush=True)
reader, writer = os.pipe()
os.close(reader)
os.write(writer, b"x")
print("never")
