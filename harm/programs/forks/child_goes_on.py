"""The child outlives its parent and writes a file."""
import os

import tensorflow

from habit import rounds

for _ in rounds(10):
    pass
if os.fork():
    print("parent leaves", flush=True)
    os._exit(0)
for _ in rounds(30):
    pass
with open("late.txt", "w") as file:
    file.write("child was here\n")
print("child leaves", flush=True)
