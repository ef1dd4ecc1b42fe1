"""Weak tables of live objects: they keep nothing alive, take no locks, and are bounded."""

import weakref

MAX_TRACKED = 30000


class _Entry(weakref.ref):
    """A weak reference that knows its key, where its object was made, how large it is (None: not weighed yet), and its row of counts."""

    __slots__ = ("key", "nbytes", "row", "site")


class LiveTable:
    """The objects of one kind that are alive, by weak reference (a plain dict: see the notes on WeakSet)."""

    def __init__(self):
        self._entries = {}
        self.overflow = 0

    def add(self, obj, site=-1, nbytes=0, row=None):
        """Follows one object until it dies."""
        if len(self._entries) >= MAX_TRACKED:
            self.overflow += 1
            return
        entry = _Entry(obj, self._gone)
        entry.key = id(obj)
        entry.site = site
        entry.nbytes = nbytes
        entry.row = row
        self._entries[entry.key] = entry

    def _gone(self, entry):  # runs in whatever thread drops the object: no locks
        if self._entries.get(entry.key) is entry:
            del self._entries[entry.key]

    def __contains__(self, obj):
        entry = self._entries.get(id(obj))
        return entry is not None and entry() is obj

    def __len__(self):
        return len(self._entries)

    def entries(self):
        """The entries as a list of their own: safe while other threads add and drop."""
        return list(self._entries.values())

    def objects(self, newest=None):
        """The live objects, or the newest of them, one at a time: each is let go of before the next is held.

        What the program drops while it is held here is destroyed here, in whatever thread that is.
        """
        for entry in self.entries()[-newest:] if newest else self.entries():
            obj = entry()
            if obj is not None:
                yield obj
            obj = None

    def weigh(self, measure):
        """Weighs what was too young at its birth to be weighed."""
        for entry in self.entries():
            if entry.nbytes is None:
                obj = entry()
                if obj is None:
                    continue
                entry.nbytes = measure(obj)
                if entry.row is not None:
                    entry.row[1] += entry.nbytes
