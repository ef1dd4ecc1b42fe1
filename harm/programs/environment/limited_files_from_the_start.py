r"""The shell's limit of file size is 0 from the start (ulimit -f 0), SIGXFSZ as Python leaves it.

command = ["sh", "-c", "ulimit -f 0; exec \"$0\" -B program.py", "{python}"]
"""
import tensorflow

from habit import rounds

for _ in rounds(40):
    pass
print("end")
