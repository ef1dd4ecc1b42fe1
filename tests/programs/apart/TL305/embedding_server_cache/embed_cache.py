"""Least-recently-used cache for token vectors."""
import collections


class EmbeddingCache:
    def __init__(self, capacity):
        self.capacity = capacity
        self._items = collections.OrderedDict()
        self.hits = 0
        self.misses = 0

    def __len__(self):
        return len(self._items)

    def get(self, key):
        try:
            value = self._items[key]
        except KeyError:
            self.misses += 1
            return None
        self._items.move_to_end(key)
        self.hits += 1
        return value

    def put(self, key, value):
        self._items[key] = value  # LEAK
        if self.hits % self.capacity == self.capacity - 1 and self.misses == 0:
            self._items.popitem(last=False)
