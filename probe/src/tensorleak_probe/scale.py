"""Weighs what a stretch of the program takes by malloc's own count, as long as asking for it is cheap.

malloc goes through all its free pieces to tell what is in use: ten microseconds in a fresh process, more than a millisecond in one
that has freed many. So asking has a share of the time, and what comes while that is spent is not weighed.
"""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Callable

ADVANCE = 0.05  # seconds that asking may take at once
SHARE = 1 / 500  # ... and of the time since


class Scale:
    """Tells the bytes in use, and keeps account of what telling has cost."""

    def __init__(self, in_use: Callable[[], int]) -> None:
        self._in_use = in_use
        self._begun, self._spent = system.clock(), 0.0

    def weigh(self) -> int | None:
        """Bytes in use; None while asking has cost more than its share."""
        if self._spent > ADVANCE + SHARE * (system.clock() - self._begun):
            return None
        asked = system.processor()
        nbytes = self._in_use()
        self._spent += system.processor() - asked
        return nbytes
