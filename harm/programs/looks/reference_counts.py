"""Prints reference counts and referrers of its objects at each round's end."""
import gc
import sys

import tensorflow

from habit import rounds


class Thing:
    pass


thing, kept, seen = Thing(), [], set()
thing.rows = rows = []
for number in rounds():
    rows.extend([number] for _ in range(50))
    kept.append(rows)
    seen.add((sys.getrefcount(thing), sys.getrefcount(rows) - number, sys.getrefcount(Thing)))
    if number % 25 == 0:
        seen.add(len(gc.get_referrers(thing)))
print(sorted(map(str, seen)))
