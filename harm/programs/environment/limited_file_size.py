"""May write files of 8 KB at most and takes SIGXFSZ by default: a longer write of anybody's would kill it."""
import resource
import signal

import tensorflow

from habit import rounds

signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
kept = {}
for number in rounds(100):
    kept["name %d" % number] = type("Kind%d" % number, (), {})()
with open("small.txt", "w") as file:
    file.write("x" * 100)
print("end")
