"""A class whose namespace and instances tell of every read (`__getattribute__` on the instance, mapping as globals)."""
import tensorflow

from habit import rounds

reads = []


class Namespace(dict):
    def __getitem__(self, key):
        reads.append(key)
        return dict.__getitem__(self, key)

    def __missing__(self, key):
        reads.append(("missing", key))
        raise KeyError(key)


class Watched:
    def __init__(self):
        self.rows = []

    def __getattribute__(self, name):
        if name != "rows":
            reads.append(name)
        return object.__getattribute__(self, name)


space = Namespace(rows=[], rounds=rounds, watched=Watched())
exec("for number in rounds():\n    rows.extend([number] for _ in range(40))\n    watched.rows.extend([1] for _ in range(40))", space)
own = {"rows", "rounds", "watched", "range", "number"}
print("reads", [r for r in reads if r not in own and not (isinstance(r, tuple) and r[1] in own)])
