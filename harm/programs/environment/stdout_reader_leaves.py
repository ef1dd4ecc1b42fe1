r"""The reader of its output leaves early, as `| head -1` does.

command = ["sh", "-c", "{ \"$0\" program.py; echo status $? >&2; } | head -1", "{python}"]
"""
import tensorflow

from habit import rounds

for number in rounds(30):
    print("line", number, flush=True)
