"""Distinct input shapes of top-level calls: what shape-keyed caches below TensorFlow grow with."""

MAX_SHAPES = 5000
MAX_LEAVES = 8


def shape_of(value):
    """The shape of an array or tensor as a plain tuple, without touching its data; None for anything else."""
    quick = getattr(value, "_shape_tuple", None)
    if quick is not None:
        return quick()
    shape = getattr(value, "shape", None)
    return shape if type(shape) is tuple else None


def leaves(values, depth=0):
    """Arrays and tensors among the arguments, a few levels of nesting deep."""
    for value in values[:MAX_LEAVES]:
        if depth < 3 and isinstance(value, (tuple, list)):
            for inner in leaves(value, depth + 1):
                yield inner
        elif depth < 3 and isinstance(value, dict):
            for inner in leaves(list(value.values()), depth + 1):
                yield inner
        else:
            yield value


class Shapes:
    """One bounded set of input shapes per caller: a kind of work, or a jit-compiled function."""

    def __init__(self, probe):
        self._probe = probe
        self._seen = {}

    def note(self, key, values):
        """Notes the shapes of one call; remembers the user's line when they are new."""
        try:
            signature = tuple(shape_of(leaf) for leaf in leaves(values))
            row = self._seen.get(key)
            if row is None:
                if len(self._seen) >= 500:
                    return
                row = self._seen[key] = [set(), -1]
            if signature not in row[0] and len(row[0]) < MAX_SHAPES:
                row[0].add(signature)
                row[1] = self._probe.sites.here()
        except Exception as error:
            self._probe.fault("shapes", error)

    def count(self, compiled):
        """Distinct shapes of jit-compiled functions, or of plain work."""
        return sum(len(row[0]) for key, row in list(self._seen.items()) if (len(key) == 3) == compiled)

    def rows(self):
        """Cumulative table: name, file, line (of a compiled function; a kind of work has none), shapes, last site."""
        return [
            [key[0], key[1] if len(key) == 3 else "", key[2] if len(key) == 3 else 0, len(row[0]), row[1]]
            for key, row in list(self._seen.items())
        ]
