"""Close looks: expensive answers, asked for on suspicion, paid from a small budget of time.

A look runs in the program's own thread at the next boundary of work, where its state is the same each time round; when
the program reaches no boundary, the sampler's thread takes it. A census is taken in steps, one at each boundary.
"""

from tensorleak_probe.looks.census import Census
from tensorleak_probe.looks.collect import collect_and_trim
from tensorleak_probe.system import system

ALLOWANCE = 0.35  # seconds of looks a fresh process may spend at once
SETTLE = 0.1  # seconds of work before the first look
MIN_SPACING = 0.25
COST_SPACING = 2  # times the cost of a census until the next: the first seconds of a loop are not all looks
SPACING_SHARE = 1 / 60
PATIENCE = 0.3  # seconds to wait for a boundary before the sampler's thread takes the look
GLANCES = 5  # before the first census
GLANCE_UNITS = 4  # units of work between them
PAUSE = 0.025  # seconds of steps of a census at one boundary
REST = 3  # times as long until the next of its steps
LEAST_REST = 0.01  # seconds
QUIET_BLOCKS = 16
QUIET_SHARE = 1 / 4  # blocks per unit of work: fewer than one in four units keeps nothing per unit
FIRST_CENSUSES = 4  # who holds what comes before what a collection frees ...
LEAST_CENSUSES = 3  # ... but where censuses are dear, so many of them and the first collection are taken on credit
CREDIT = 0.8  # seconds
NOTABLE = 12e6  # bytes of growth from which a diagnosis says more than `steady`
BETWEEN_COLLECTIONS = 2
GROWTHS = 2  # times that memory which grows, while nobody knows why, renews the budget ...
GROWTH_SPACING = 2.0  # ... and seconds between them
CLOSE_AFTER = 5.0  # seconds of a watched stretch that pay for a census of their own
REFRESH = 60.0  # seconds between two new allowances
RENEWALS = 2  # kinds of work that begin with an allowance of their own


class Looks:
    """Schedules the looks and writes their answers."""

    def __init__(self, probe):
        self._probe = probe
        self._census = Census(probe)
        self._asked = []
        self._due = None
        self._lock = system.allocate_lock()
        self._steps = None  # a census under way
        self._under_way = {}
        self._answered = False
        self._blocks = 0
        self._units = 0
        self._alert = False
        self._named = False  # whether the last census told what grows
        self._begun = None
        self._kinds = 0
        self._renewals = 0
        self._resident = None
        self._collect_after = FIRST_CENSUSES
        self._tensors = 0
        self._next_census = 0.0
        self._glances = 0
        self._growths, self._grown_at, self._renewed = 0, system.clock(), 0
        self._refreshed = system.clock()
        self._spent = 0.0
        self.rest = LEAST_REST
        self.seconds = 0.0

    def after_fork(self):
        """A child starts with a fresh budget and no memory of its parent's containers."""
        self.__init__(self._probe)

    def ask(self, kind):
        """Queues a look that the desk wants; no collection where the program has turned the collector off."""
        if kind not in self._asked and (kind != "collect" or system.collector_is_on()):
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
            if self._renewals < RENEWALS:
                self._renewals += 1
                self._spent = 0.0  # another kind of work begins: what building the model cost is not the loop's
        if not self._settled(now):
            return None
        if self._steps is not None:
            return "census"
        budget = self._budget(now)
        if budget <= 0 and self._grows_anew(now):
            budget = self._budget(now)
        if budget <= 0:
            return self._on_credit(budget, now)
        if not system.collector_is_on():
            self._asked = []
        if self._asked and self._census.taken >= self._collect_after:
            return self._asked[0]
        return "census" if now >= self._next_census else None

    def _grows_anew(self, now):
        """Whether memory has grown since the budget was last renewed and nobody knows why: then it is renewed, a few times."""
        if self._named or self._growths >= GROWTHS or now < self._grown_at + GROWTH_SPACING:
            return False
        resident = self._probe.read_gauges().get("process.rss", 0)
        if resident < (self._renewed or self._resident) + NOTABLE:
            return False
        self._growths, self._grown_at, self._renewed = self._growths + 1, now, resident
        self._spent += self._budget(now) - ALLOWANCE
        return True

    def _on_credit(self, budget, now):
        """The look to take although the budget is spent: the first answer to a question, and the censuses that naming a holder needs.

        Where memory grows two more are allowed: a container that was short at first shows its growth later.
        """
        if budget <= -CREDIT:
            return None
        taken, grown = self._census.taken, self._grown()
        if self._asked and not self._answered and taken >= LEAST_CENSUSES:
            return self._asked[0]
        least = LEAST_CENSUSES + 2 if grown else LEAST_CENSUSES
        wanted = grown or (self._asked and not self._answered)
        return "census" if wanted and taken < least and now >= self._next_census else None

    def _settled(self, now):
        """Whether the program has begun to work since TensorFlow was imported."""
        if self._begun is None and self._probe.ready is not None and self._probe.has_begun():
            self._begun = now
            self._resident = self._probe.read_gauges().get("process.rss", 0)
        return self._begun is not None and now >= self._begun + SETTLE

    def is_early(self):
        """Whether these are the first rounds, which are glanced at: a loop that is over in a moment has then been seen several times."""
        first = self._glances < GLANCES and not self._census.taken and self._steps is None
        return first and self._probe.ready is not None and not (self._begun and system.clock() >= self._begun + SETTLE)

    def is_under_way(self):
        """Whether a census has been begun and not finished."""
        return self._steps is not None

    def at_boundary(self):
        """Takes a due look between two units of work: of a census as many steps as fit into one pause."""
        now = system.clock()
        if self.is_early():
            if sum(self._probe.work.counts.values()) >= self._units + GLANCE_UNITS:
                self._take("glance")
            return
        kind = self._wanted(now)
        if kind is None:
            return
        self._take(kind)
        while self._steps is not None and system.clock() < now + PAUSE:
            self._take(kind)
        self.rest = max(LEAST_REST, REST * (system.clock() - now))

    def tick(self):
        """Takes a look that has waited too long for a boundary."""
        now = system.clock()
        kind = self._wanted(now)
        if kind is None:
            self._due = None
        elif self._due is None:
            self._due = now
        if kind is not None and now - self._due >= (PATIENCE if any(self._probe.work.counts.values()) else 0.0):
            self._take(kind)  # a loop of plain eager operations never reaches a boundary
            while self._steps is not None:
                system.sleep(LEAST_REST)  # the program goes on in its own thread
                self._take(kind)

    def at_exit(self):
        """The last looks: module-level owners are still there, locals are gone."""
        if self._probe.sampler.count >= 3:
            if self._grown() or not self._is_quiet(system.blocks()):
                self._take("census", final=True)
            if (
                self._alert or self._grown(NOTABLE)
            ) and system.collector_is_on():  # as the interpreter does when it ends
                self._take("collect", final=True)

    def at_close(self, spent):
        """The last census of a watched stretch of `spent` seconds: its locals are still there."""
        now = system.clock()
        fresh = self._next_census - now > MIN_SPACING / 2 and not self._alert
        if self._settled(now) and not fresh and (self._budget(now) > 0 or spent > CLOSE_AFTER):
            self._take("census")

    def collect(self):
        """Collects and trims now: somebody has to know whether what grew is garbage."""
        self._take("collect")

    def refresh(self):
        """Gives a new stretch of work an allowance of its own, once in a while."""
        now = system.clock()
        if now >= self._refreshed + REFRESH:
            self._refreshed = now
            self._spent = min(self._spent, self._probe.budget.idle_looks * (now - self._probe.started))

    def _grown(self, nbytes=0):
        """Whether resident memory is notably higher than when the first look was taken: a collection would tell why."""
        now = self._probe.read_gauges().get("process.rss", 0)
        return self._resident is not None and now > self._resident + max(nbytes, 0.02 * self._resident)

    def _take(self, kind, final=False):
        """Takes a look, or the next step of a census; a final one is taken whole."""
        if not self._lock.acquire(False):
            return
        self._due = None
        started, busy = system.clock(), system.processor()
        answer = None
        try:
            if final and self._steps is not None:
                self._steps = None  # begun and not finished: the last one starts afresh
            answer = self._answer(kind, final)
            if answer is not None:
                self._write(kind, final, answer, system.clock() - started)
        finally:
            cost = system.processor() - busy
            self.seconds += cost
            self._spent += cost
            self._under_way["cost"] = self._under_way.get("cost", 0.0) + cost
            if answer is not None:
                self._over(kind, system.clock())
            self._lock.release()

    def _write(self, kind, final, answer, seconds):
        probe = self._probe
        probe.sources.note((row["holder"] or {}).get("file", "") for row in answer.get("containers", ()))
        probe.write_new_sites()
        probe.write_new_sources()
        record = {
            "k": "look",
            "t": probe.elapsed(),
            "kind": "census" if kind == "glance" else kind,
            "final": final,
            "w": dict(probe.work.counts) if kind == "collect" or final else self._under_way.get("w", {}),
            "seconds": round(self._under_way.get("cost", 0.0) + seconds, 4),
        }
        record.update(answer)
        probe.writer.write(record, important=final)

    def _over(self, kind, now):
        """A look is finished: when the next one may come."""
        if kind in self._asked:
            self._asked.remove(kind)
            self._answered = True
            self._collect_after = self._census.taken + BETWEEN_COLLECTIONS
        if kind == "glance":
            self._glances += 1
        if kind == "census":
            ran = (now - self._probe.started) * SPACING_SHARE
            self._next_census = now + max(MIN_SPACING, COST_SPACING * self._under_way.get("cost", 0.0), ran)
        self._under_way = {}

    def _answer(self, kind, final):
        if kind == "collect":
            return self._collection()
        return self._glance() if kind == "glance" else self._next_step(final)

    def _glance(self):
        self._units = sum(self._probe.work.counts.values())
        self._under_way = {"w": dict(self._probe.work.counts)}
        return self._census.glance()

    def _collection(self):
        return collect_and_trim(self._probe)

    def _next_step(self, final):
        """Goes on with a census: its answer when it is complete, else None."""
        if self._steps is None:
            blocks = system.blocks()
            if self._is_quiet(blocks) and not final:
                self._blocks = min(self._blocks, blocks)
                return {"quiet": True, "blocks": blocks}
            if final and self._census.taken < 2:
                return self._glance()  # libraries were not walked over often enough to tell what grows in them
            self._under_way = {"w": dict(self._probe.work.counts)}
            self._steps = self._census.steps()
        try:
            while True:
                next(self._steps)
                if not final:
                    return None
        except StopIteration as done:
            self._steps = None
            return self._concluded(done.value)
        except BaseException:
            self._steps = None
            raise

    def _is_quiet(self, blocks):
        """Whether Python's heap has not grown with the work since the last census: then no container has."""
        units = sum(self._probe.work.counts.values()) - self._units
        grown = blocks - self._blocks
        settled = self._census.taken >= 2 and not self._asked and not self._alert
        return settled and grown < max(QUIET_BLOCKS, QUIET_SHARE * units)

    def _concluded(self, answer):
        self._blocks = system.blocks()
        self._units = sum(self._probe.work.counts.values())
        grown = answer["tensors"] - self._tensors
        self._tensors = answer["tensors"]
        self._named = any((row["holder"] or {}).get("user", True) for row in answer["containers"])
        self._alert = self._named or grown >= 8
        answer["blocks"] = self._blocks
        return answer
