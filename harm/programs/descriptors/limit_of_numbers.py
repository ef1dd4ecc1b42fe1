"""Opens files until the limit of descriptors is reached; the count is exact."""
import resource

import tensorflow

from habit import rounds

resource.setrlimit(resource.RLIMIT_NOFILE, (24, 24))
files = []
try:
    while True:
        files.append(open("/dev/null"))
except OSError as error:
    print(error.errno, len(files))
for _ in rounds(40):
    pass
for file in files:
    file.close()
print("end")
