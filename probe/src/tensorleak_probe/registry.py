"""Weak tables of live objects: they keep nothing alive, take no locks, and are bounded."""

from __future__ import annotations

import weakref

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable, Iterator

    from tensorleak_probe.vocabulary import SiteId, Thing

MAX_TRACKED = 30000


class _Entry(weakref.ref):  # type: ignore[type-arg]  # it cannot be given its type in Python 3.7
    """A weak reference that knows its key, where its object was made, how large it is (None: not weighed yet), and its row of counts."""

    __slots__ = ("key", "nbytes", "row", "site")

    key: int
    nbytes: int | None
    row: list[int] | None
    site: SiteId


class LiveTable:
    """The objects of one kind that are alive, by weak reference and address: a WeakSet would call their `__hash__` and `__eq__`."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self.overflow = 0

    def add(self, obj: Thing, site: SiteId = -1, nbytes: int | None = 0, row: list[int] | None = None) -> None:
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

    def _gone(self, entry: _Entry) -> None:  # runs in whatever thread drops the object: no locks
        if self._entries.get(entry.key) is entry:
            del self._entries[entry.key]

    def __contains__(self, obj: Thing) -> bool:
        entry = self._entries.get(id(obj))
        return entry is not None and entry() is obj

    def __len__(self) -> int:
        return len(self._entries)

    def entries(self) -> list[_Entry]:
        """The entries as a list of their own: safe while other threads add and drop."""
        return list(self._entries.values())

    def objects(self, newest: int | None = None) -> Iterator[Thing]:
        """The live objects, or the newest of them, one at a time: each is let go of before the next is held.

        What the program drops while it is held here is destroyed here, in whatever thread that is.
        """
        for entry in self.entries()[-newest:] if newest else self.entries():
            obj = entry()
            if obj is not None:
                yield obj
            obj = None

    def weigh(self, measure: Callable[[Thing], int]) -> None:
        """Weighs what was too young at its birth to be weighed."""
        for entry in self.entries():
            if entry.nbytes is None:
                obj = entry()
                if obj is None:
                    continue
                entry.nbytes = measure(obj)
                if entry.row is not None:
                    entry.row[1] += entry.nbytes
