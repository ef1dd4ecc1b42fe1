"""What looks may cost: an allowance at the start of a process, then a share of its time, and now and then an allowance anew."""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Seconds

ALLOWANCE = 0.35  # seconds of looks that a fresh process may spend at once
CREDIT = 0.8  # seconds
REFRESH = 60.0  # seconds between two new allowances for watched stretches
RENEWALS = 2  # kinds of work that begin with an allowance of their own


class Purse:
    """Seconds that looks have taken, and those that are left."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._spent = 0.0
        self._kinds = self._renewals = 0
        self._refreshed = system.clock()

    def spend(self, cost: Seconds) -> None:
        """A look took so many seconds."""
        self._spent += cost

    def left(self, now: Seconds, share: float) -> Seconds:
        """Seconds that may be spent now, where looks may take this share of the program's time; less than none on credit."""
        return ALLOWANCE + share * (now - self._probe.started) - self._spent

    def has_credit(self, left: Seconds) -> bool:
        """Whether a look that is worth it may be taken although no more than this is left."""
        return left > -CREDIT

    def begins_anew(self, kinds: int) -> bool:
        """Whether another kind of work begins, with an allowance of its own: what building the model cost is not the loop's."""
        more, self._kinds = kinds > self._kinds, max(kinds, self._kinds)
        if not more or self._renewals >= RENEWALS:
            return False
        self._renewals += 1
        self._spent = 0.0
        return True

    def renew(self, now: Seconds, share: float) -> None:
        """The allowance is there again, as at the start of a process."""
        self._spent += min(0.0, self.left(now, share) - ALLOWANCE)

    def refresh(self, now: Seconds, share: float) -> None:
        """Gives a new stretch of work an allowance of its own, once in a while."""
        if now >= self._refreshed + REFRESH:
            self._refreshed = now
            self._spent = min(self._spent, share * (now - self._probe.started))
