"""Features of articles, for as many articles as there is room for."""
import collections
import collections.abc


class CappedStore(collections.abc.MutableMapping):
    """Behaves like a dict; the article that was used longest ago makes room."""

    def __init__(self, room):
        self._room = room
        self._rows = collections.OrderedDict()
        self._grams = {}

    def __getitem__(self, key):
        self._rows.move_to_end(key)
        return self._rows[key]

    def __setitem__(self, key, rows):
        self._rows[key] = rows
        self._grams[key] = rows.T @ rows
        while len(self._rows) > self._room:
            oldest, _ = self._rows.popitem(last=False)
            del self._grams[oldest]

    def __delitem__(self, key):
        del self._rows[key], self._grams[key]

    def __iter__(self):
        return iter(self._rows)

    def __len__(self):
        return len(self._rows)

    def gram(self, key):
        """Inner products of the features of one article."""
        return self._grams[key]
