r"""Under memray, which follows every allocation.

lanes = ["harm2"]
needs = ["memray"]
standin = true
command = ["sh", "-c", "\"$0\" -m memray run -q -o out.bin program.py && \"$0\" -m memray stats out.bin > /dev/null; echo status $?", "{python}"]

[[ignored]]
name = "out.bin"
why = "allocations with times"
"""
import tensorflow
from habit import rounds

kept = []
for number in rounds(40):
    kept.append(bytearray(10_000))
print(len(kept))
