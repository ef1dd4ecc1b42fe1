"""Close looks: expensive answers, asked for on suspicion, paid from a small budget of time.

A look runs in the program's own thread at the next boundary of work, where its state is the same each time round; when
the program reaches no boundary, the sampler's thread takes it.
"""

import sys
import time

from tensorleak_probe.looks.census import Census
from tensorleak_probe.looks.collect import collect_and_trim

ALLOWANCE = 0.35  # seconds of looks a fresh process may spend at once
SETTLE = 0.1  # seconds of work before the first look
MIN_SPACING = 0.25
SPACING_SHARE = 1 / 60
PATIENCE = 0.3  # seconds to wait for a boundary before the sampler's thread takes the look
QUIET_BLOCKS = 16
FIRST_CENSUSES = 4  # who holds what comes before what a collection frees ...
LEAST_CENSUSES = 3  # ... but where censuses are dear, so many of them and the first collection are taken on credit
CREDIT = 1.0  # seconds
BETWEEN_COLLECTIONS = 2
CLOSE_AFTER = 5.0  # seconds of a watched stretch that pay for a census of their own
REFRESH = 60.0  # seconds between two new allowances


class Looks:
    """Schedules the looks and writes their answers."""

    def __init__(self, probe):
        self._probe = probe
        self._census = Census(probe)
        self._asked = []
        self._due = None
        self._running = False
        self._answered = False
        self._blocks = 0
        self._alert = False
        self._begun = None
        self._kinds = 0
        self._resident = None
        self._collect_after = FIRST_CENSUSES
        self._tensors = 0
        self._next_census = 0.0
        self._refreshed = time.perf_counter()
        self._spent = 0.0
        self.seconds = 0.0

    def after_fork(self):
        """A child starts with a fresh budget and no memory of its parent's containers."""
        self.__init__(self._probe)

    def ask(self, kind):
        """Queues a look that the desk wants."""
        if kind not in self._asked:
            self._asked.append(kind)

    def _budget(self, now):
        budget = self._probe.budget
        share = budget.alert_looks if self._alert or self._asked else budget.idle_looks
        return ALLOWANCE + share * (now - self._probe.started) - self._spent

    def _wanted(self, now):
        """The kind of look to take now, if any and if it can be paid for."""
        kinds = sum(1 for count in self._probe.work.counts.values() if count)
        if kinds > self._kinds:
            self._kinds = kinds
            self._spent = 0.0  # another kind of work begins: what building the model cost is not the loop's
        if self._running or not self._settled(now):
            return None
        budget = self._budget(now)
        if budget <= 0:
            return self._on_credit(budget, now)
        if self._asked and self._census.taken >= self._collect_after:
            return self._asked[0]
        return "census" if now >= self._next_census else None

    def _on_credit(self, budget, now):
        """The first answer to a question need not wait until the looks before it are paid off, nor those that it needs."""
        if self._answered or budget <= -CREDIT:
            return None
        if self._census.taken >= LEAST_CENSUSES:
            return self._asked[0] if self._asked else None
        return "census" if now >= self._next_census and (self._asked or self._grown()) else None

    def _settled(self, now):
        """Whether the program has begun to work since TensorFlow was imported."""
        if self._begun is None and self._probe.ready is not None and self._probe.has_begun():
            self._begun = now
            self._resident = self._probe.read_gauges().get("process.rss", 0)
        return self._begun is not None and now >= self._begun + SETTLE

    def at_boundary(self):
        """Takes a due look between two units of work."""
        now = time.perf_counter()
        kind = self._wanted(now)
        if kind is not None:
            self._take(kind)

    def tick(self):
        """Takes a look that has waited too long for a boundary."""
        now = time.perf_counter()
        kind = self._wanted(now)
        if kind is None:
            self._due = None
        elif self._due is None:
            self._due = now
        if kind is not None and now - self._due >= (PATIENCE if any(self._probe.work.counts.values()) else 0.0):
            self._take(kind)  # a loop of plain eager operations never reaches a boundary

    def at_exit(self):
        """The last looks: module-level owners are still there, locals are gone."""
        if self._probe.sampler.count >= 3:
            self._take("census", final=True)
            if self._alert or self._grown():
                self._take("collect", final=True)

    def at_close(self, spent):
        """The last census of a watched stretch of `spent` seconds: its locals are still there."""
        now = time.perf_counter()
        fresh = self._next_census - now > MIN_SPACING / 2 and not self._alert
        if self._settled(now) and not fresh and (self._budget(now) > 0 or spent > CLOSE_AFTER):
            self._take("census")

    def collect(self):
        """Collects and trims now: somebody has to know whether what grew is garbage."""
        self._take("collect")

    def refresh(self):
        """Gives a new stretch of work an allowance of its own, once in a while."""
        now = time.perf_counter()
        if now >= self._refreshed + REFRESH:
            self._refreshed = now
            self._spent = min(self._spent, self._probe.budget.idle_looks * (now - self._probe.started))

    def _grown(self):
        """Whether resident memory is notably higher than when the first look was taken: a collection would tell why."""
        now = self._probe.read_gauges().get("process.rss", 0)
        return self._resident is not None and now > 1.02 * self._resident

    def _take(self, kind, final=False):
        if self._running:
            return
        self._running, self._due = True, None
        started, busy = time.perf_counter(), time.thread_time()
        try:
            answer = self._answer(kind, final)
            self._probe.write_new_sites()
            record = {
                "k": "look",
                "t": self._probe.elapsed(),
                "kind": kind,
                "final": final,
                "w": dict(self._probe.work.counts),
            }
            record.update(answer)
            record["seconds"] = round(time.perf_counter() - started, 4)
            self._probe.writer.write(record, important=final)
        finally:
            ended = time.perf_counter()
            cost = time.thread_time() - busy
            self.seconds += cost
            self._spent += cost
            if kind in self._asked:
                self._asked.remove(kind)
                self._answered = True
                self._collect_after = self._census.taken + BETWEEN_COLLECTIONS
            if kind == "census":
                self._next_census = ended + max(MIN_SPACING, (ended - self._probe.started) * SPACING_SHARE)
            self._running = False

    def _answer(self, kind, final):
        if kind == "collect":
            return collect_and_trim(self._probe, final)
        blocks = sys.getallocatedblocks()
        if (
            not final
            and self._census.taken >= 2
            and not self._asked
            and blocks - self._blocks < QUIET_BLOCKS
            and not self._alert
        ):
            self._blocks = min(self._blocks, blocks) if blocks < self._blocks else self._blocks
            return {"quiet": True, "blocks": blocks}
        answer = self._census.take(final)
        self._blocks = sys.getallocatedblocks()
        grown = answer["tensors"] - self._tensors
        self._tensors = answer["tensors"]
        self._alert = grown >= 8 or any((row["holder"] or {}).get("user", True) for row in answer["containers"])
        answer["blocks"] = self._blocks
        return answer
