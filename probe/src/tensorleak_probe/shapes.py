"""Distinct input shapes of top-level calls: what shape-keyed caches below TensorFlow grow with."""

MAX_SHAPES = 5000
MAX_LEAVES = 8
FAMILIAR = 64  # calls without a new shape, after which only every 16th call is looked at
UNNOTED = 15


def collect(values, out, depth=0):
    """Adds the shapes of the arrays and tensors among `values` to `out`, a few levels of nesting deep, without touching data."""
    for value in values:
        kind = type(value)
        if kind is tuple or kind is list:
            if depth < 3 and len(value) <= MAX_LEAVES:
                collect(value, out, depth + 1)
        elif kind is dict:
            if depth < 3 and len(value) <= MAX_LEAVES:
                collect(value.values(), out, depth + 1)
        else:
            quick = getattr(value, "_shape_tuple", None)
            shape = quick() if quick is not None else getattr(value, "shape", None)
            if type(shape) is tuple:
                out.append(shape)


class Shapes:
    """One bounded set of input shapes per caller: a kind of work, or a jit-compiled function."""

    def __init__(self, probe):
        self._probe = probe
        self._seen = {}

    def note(self, key, values):
        """Notes the shapes of one call, with the user's line when they are new; returns how many calls need no note."""
        try:
            found = []
            collect(values, found)
            signature = tuple(found)
            row = self._seen.get(key)
            if row is None:
                if len(self._seen) >= 500:
                    return UNNOTED
                row = self._seen[key] = [set(), -1, 0]
            if signature not in row[0] and len(row[0]) < MAX_SHAPES:
                row[0].add(signature)
                row[1] = self._probe.sites.here()
                row[2] = 0
                return 0
            row[2] += 1
            return UNNOTED if row[2] > FAMILIAR else 0
        except Exception as error:
            self._probe.fault("shapes", error)
            return UNNOTED

    def count(self, compiled):
        """Distinct shapes of jit-compiled functions, or of plain work."""
        return sum(len(row[0]) for key, row in list(self._seen.items()) if (len(key) == 3) == compiled)

    def rows(self):
        """Cumulative table: name, file, line (of a compiled function; a kind of work has none), shapes, last site."""
        return [
            [key[0], key[1] if len(key) == 3 else "", key[2] if len(key) == 3 else 0, len(row[0]), row[1]]
            for key, row in list(self._seen.items())
        ]
