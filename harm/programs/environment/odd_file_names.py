r"""The script lives in a folder whose name has spaces, quotes, a line break and a byte that is no UTF-8.

command = ["sh", "-c", "d=$(printf 'a b\\'\\''\\n\\377'); mkdir \"$d\"; cp program.py \"$d/my prog.py\"; exec \"$0\" \"$d/my prog.py\"", "{python}"]
"""
import sys

import tensorflow

from habit import rounds

kept = []
for number in rounds():
    kept.append([number] * 100)
print(ascii(sys.argv[0]), ascii(__file__))
raise ValueError("from an odd place")
