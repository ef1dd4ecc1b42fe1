r"""The shell's limit of file size is 0 from the start (ulimit -f 0), SIGXFSZ as Python leaves it.

command = ["sh", "-c", "ulimit -f 0; exec \"$0\" -B program.py", "{python}"]

[[filters]]
pattern = "(?m)^tensorleak: \\S+ is empty: the program wrote nothing before it ended\\n"
why = "--quiet still tells errors, and a recording that could not be written is one: docs/commands.md"
"""
import tensorflow

from habit import rounds

for _ in rounds(40):
    pass
print("end")
