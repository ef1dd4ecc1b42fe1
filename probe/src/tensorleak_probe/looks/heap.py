"""Python's heap as the program fills it: allocated blocks, less those that looks keep for themselves.

Garbage in cycles makes the heap go up and down with the collector; what is kept raises its floor. So the least reading since the
last census is compared with the least of the time before.
"""

from tensorleak_probe.system import system

BLOCK = 80  # bytes of a block of ours, on average over walks through TensorFlow's and Keras's modules


class Heap:
    """Blocks of Python's allocator over work."""

    def __init__(self):
        self._kept = 0  # blocks that looks keep: paths and names
        self._floor = None  # (blocks, units of work) where the heap was lowest since the last census
        self._before = None  # ... and before that census

    def now(self):
        """Blocks of the program's own."""
        return system.blocks() - self._kept

    def keep(self, blocks):
        """Counts blocks that a look has made and not let go of."""
        self._kept += max(0, blocks)

    def note(self, blocks, units):
        """Takes a reading of all blocks."""
        blocks -= self._kept
        if self._floor is None or blocks < self._floor[0]:
            self._floor = blocks, units

    def turn(self, units):
        """A census is over: another stretch begins."""
        now = self.now()
        self._before, self._floor = self._floor or (now, units), (now, units)

    def risen(self):
        """(blocks, units of work) between the floors of the last two stretches."""
        if self._before is None or self._floor is None:
            return 0, 0
        return self._floor[0] - self._before[0], self._floor[1] - self._before[1]

    @property
    def kept_bytes(self):
        """Bytes of what looks keep, about."""
        return BLOCK * self._kept
