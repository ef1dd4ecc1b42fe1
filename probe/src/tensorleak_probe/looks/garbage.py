"""Full collections, the program's own and ours: what was read around them, and whether another of ours is due.

A full collection costs as much as the program has objects. One that the program makes itself answers the same question, so that few are
made for it.
"""

from __future__ import annotations

from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tensorleak_probe.vocabulary import Readings, Seconds

LEAST_DEAR = (
    0.1  # seconds that a full collection takes at least, in a process with TensorFlow's quarter of a million objects
)
SHARE = 0.01  # of the time since the last: what a further collection of ours may cost
OFTEN = 2  # collections of the program's own, after which the next is waited for ...
INTERVAL = 3.0  # ... where they come within so many seconds of each other, for twice that time
STALE = 0.2  # of the time since the last full collection: how old the readings before the next may be


class Collections:
    """Listens to the collector through the readings of samples."""

    def __init__(self) -> None:
        self.answers = 0  # collections so far that answered a question ...
        self.dear = 0.0  # ... and the seconds that the last one of ours took
        self.own, self.at = 0, system.clock()  # those of the program's own, and when any was last seen
        self._runs: float | None = None  # all full collections so far
        self._oldest = 0  # the collector's count of the oldest generation
        self._at_work = False  # whether it is collecting that one just now
        self._earlier: Readings = {}  # what was read in the sample before the last one, or before a collection at work

    def note(self, before: Readings, after: Readings, age: Seconds) -> Readings | None:
        """Takes the readings of a sample and of the one before it, `age` seconds ago.

        Where a full collection of the program's lies between them, returns what was read before it; not where that is stale. A collection
        counts when it is over, and finalizers run before that: samples may have met what it had left. It sets the collector's own counts
        back when it begins; until it is over, what was read before that is kept.
        """
        earlier, at_work = self._earlier, self._at_work
        runs, known = after.get("python.collections"), self._runs
        oldest, self._oldest = self._oldest, system.collector_counts()[2]
        self._at_work = runs == known and (at_work or self._oldest < oldest)
        if not at_work:
            self._earlier = dict(before)
        self._runs = runs
        if known is None or runs is None or runs <= known:
            return None
        now = system.clock()
        fresh = age <= STALE * (now - self.at)
        self.own, self.at = self.own + 1, now
        if not fresh:
            return None
        return {name: max(before[name], earlier.get(name, before[name])) for name in after if name in before}

    def answered(self, now: Seconds, cost: Seconds | None) -> None:
        """A question was answered: by a collection of ours that took `cost` seconds, or by one of the program's own."""
        self.answers, self.at, self._runs = self.answers + 1, now, None
        self.dear = self.dear if cost is None else cost

    def may_collect(self, now: Seconds, begun: Seconds | None, asked_at: Seconds) -> bool:
        """Whether one of ours is made: the first for sure, others where they are cheap; none where the program's own comes soon.

        The program began to work at `begun`, and the question came at `asked_at`.
        """
        cheap = not self.answers or max(self.dear, LEAST_DEAR) <= SHARE * (now - self.at)
        return cheap and not self._comes_by_itself(now, begun, asked_at)

    def _comes_by_itself(self, now: Seconds, begun: Seconds | None, asked_at: Seconds) -> bool:
        """Whether the program makes full collections so often that its next one is worth waiting for."""
        if self.own < OFTEN or begun is None:
            return False
        interval = (now - begun) / self.own
        return interval <= INTERVAL and now < asked_at + 2 * interval
