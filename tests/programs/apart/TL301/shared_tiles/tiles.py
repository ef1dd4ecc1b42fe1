"""Tiles that somebody still shows."""
import weakref


class Tile:
    """One decoded piece of a slide."""

    def __init__(self, key, pixels):
        self.key = key
        self.pixels = pixels


class TilePool:
    """Tiles that somebody still shows."""

    def __init__(self, decode):
        self._alive = weakref.WeakValueDictionary()
        self._decode = decode

    def get(self, key):
        tile = self._alive.get(key)
        if tile is None:
            tile = self._alive[key] = Tile(key, self._decode(key))
        return tile

    def __len__(self):
        return len(self._alive)
