"""Close looks: expensive answers, asked for on suspicion, paid from a small budget of time.

A look runs in the program's own thread at the next boundary of work, where its state is the same each time round; when
the program reaches no boundary, the sampler's thread takes it. A census is taken in steps, one at each boundary.
"""

from __future__ import annotations

from tensorleak_probe.gauge_catalogue import LIVE, kinds
from tensorleak_probe.looks.additions import Additions
from tensorleak_probe.looks.autopsy import CACHES, emptied
from tensorleak_probe.looks.between import Between
from tensorleak_probe.looks.census import FEW_TENSORS, NOTABLE, Census
from tensorleak_probe.looks.collect import collect_and_trim, trimmed_after
from tensorleak_probe.looks.garbage import Collections
from tensorleak_probe.looks.heap import Heap
from tensorleak_probe.looks.levels import Levels
from tensorleak_probe.looks.purse import Purse
from tensorleak_probe.looks.walk import bytes_in
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Generator

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Readings, Record, Seconds

SETTLE = 0.1  # seconds of work before the first look
MIN_SPACING = 0.25
COST_SPACING = 2  # times the cost of a census until the next: the first seconds of a loop are not all looks
SPACING_SHARE = 1 / 60
PATIENCE = 0.3  # seconds to wait for a boundary before the sampler's thread takes the look
GLANCES = 5  # before the first census; between the first ones where no unit of work is counted
GLANCE_UNITS = 4  # units of work between them
PAUSE = 0.025  # seconds of steps of a census at one boundary
REST = 3  # times as long until the next of its steps
LEAST_REST = 0.01  # seconds
NEAR = 0.06  # seconds in which the clock's thread waits for looks between two looks; samples wait meanwhile
QUIET_BLOCKS = 16
QUIET_SHARE = 1 / 4  # blocks per unit of work: fewer than one in four units keeps nothing per unit
FIRST_CENSUSES = 4  # who holds what comes before what a collection frees ...
LEAST_CENSUSES = 3  # ... but where censuses are dear, so many of them and the first collection are taken on credit
LIBRARY_CENSUSES = (
    5  # that naming what a library holds needs: what lies below its names is counted twice, then followed three times
)
BETWEEN_COLLECTIONS = 2
WARMED_UP = 2  # censuses after which growth is no longer that of a first call
LEISURE = 30.0  # seconds of work in which names of libraries are left alone where memory hardly grows; all of them take half a second
GROWTHS = 2  # times that memory which grows, while nobody knows why, renews the budget ...
GROWTH_SPACING = 2.0  # ... and seconds between them
UNNAMED = 5  # censuses in a row that named nothing; from then on the time until the next is doubled each time ...
MAX_DOUBLED = 5  # ... so many times
MULTIPLIED = (
    4  # counts in a row that found more tensors: names of libraries are visited then, although memory hardly grows
)
# Bytes per unit of work that a container of plain objects gains: less is no leak, unless memory grows by it.
TRIFLE = 256.0
EXPLAINED = 0.5  # of resident memory's growth: what is held by names is no garbage
TOLD = 0.1  # of that growth: containers that took less do not tell what grows
# Sessions, models, variables …: so many more at the program's end may be at work, or garbage of the last moment.
FEW_THINGS = 8
MAX_STEPS = 100  # of a census, which has some twenty
CLOSE_AFTER = 5.0  # seconds of a watched stretch that pay for a census of their own
ANSWERS = ("collect", "own")  # what answers the question for a collection; `own` is one of the program's
RECORDED = {"glance": "census", "own": "collect", **dict.fromkeys(CACHES, "autopsy")}
CYCLIC = tuple(gauge.name for gauge in kinds().values() if gauge.collected is not False and gauge.counts == LIVE)


class Looks:
    """Decides when a look is taken, within the budget, and writes its answer to the recording."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._census = Census(probe)
        self._additions = Additions(probe)
        self._between = Between()
        self._growing: list[tuple[int, Any]] = []  # containers that grow, while a look is taken
        self._asked: list[str] = []
        self._due: float | None = None
        self._lock = system.allocate_lock()
        self._steps: Generator[None, None, Record] | None = None  # a census under way
        self._under_way: Record = {}
        self._answered = False
        self._heap = Heap()
        self._units = 0
        self._passed_at = 0  # what had passed at the last walk over the program's own names
        self._asked_at = 0.0
        self._garbage = Collections()
        self._levels = Levels(probe, self._heap)
        # When the first census was over: readings of gauges of what may lie in cycles.
        self._things: Readings | None = None
        self._held = False  # whether what names lead to is most of the growth of memory
        self._unnamed = 0  # censuses in a row that could not tell what grows
        self._alert = False
        self._named = False  # whether the last census told what grows
        self._unowned = False  # whether memory had grown at the last census and no name led to it
        self._begun: float | None = None
        self._collect_after = FIRST_CENSUSES
        self._tensors, self._multiplied = 0, 0  # those alive, and counts in a row that found more of them
        self._next_census = 0.0
        self._glances = 0
        self._growths, self._grown_at, self._renewed = 0, system.clock(), 0.0
        self._purse = Purse(probe)
        self.rest = LEAST_REST
        self.seconds = 0.0

    def after_fork(self) -> None:
        """A child starts with a fresh budget and no memory of its parent's containers."""
        self._additions.drop()
        self.__init__(self._probe)  # type: ignore[misc]

    def ask(self, kind: str) -> None:
        """Queues a look that the desk wants; no collection where the program has turned the collector off."""
        if kind not in self._asked and (kind != "collect" or system.collector_is_on()):
            self._asked.append(kind)
            self._asked_at = system.clock()

    def note(self, before: Readings, after: Readings, age: Seconds) -> None:
        """Takes the readings of a sample and of the one before it, `age` seconds ago: a full collection may lie between them."""
        if "python.blocks" in after:
            self._heap.note(after["python.blocks"], self._done())
        earlier = self._garbage.note(before, after, age)
        if earlier is not None and "collect" in self._asked and self._census.taken >= self._collect_after:
            self._readings = earlier, after
            self._take("own")

    def _is_unanswered(self) -> bool:
        """Whether the desk waits for its first answer."""
        return bool(self._asked) and not self._answered

    def _works(self) -> bool:
        """Whether the program does work that is counted."""
        return any(self._probe.work.counts.values())

    def _done(self) -> int:
        return sum(self._probe.work.counts.values())

    def _passed(self) -> int:
        """Units of work so far; where none is counted, hundredths of a second."""
        return self._done() or int((system.clock() - self._probe.started) / LEAST_REST)

    def _may_collect(self, now: Seconds) -> bool:
        """Whether a collection of ours is made: the first for sure, others where they are cheap; none where the program's own comes soon."""
        return self._garbage.may_collect(now, self._begun, self._asked_at)

    def _budget(self, now: Seconds) -> Seconds:
        return self._purse.left(now, self._share())

    def _share(self) -> float:
        """Of the program's time, what looks may take."""
        budget = self._probe.budget
        share: float = budget.alert_looks if self._alert or self._is_unanswered() else budget.idle_looks
        return share

    def _wanted(self, now: Seconds) -> str | None:
        """The kind of look to take now, if any and if it can be paid for."""
        if self._purse.begins_anew(sum(1 for count in self._probe.work.counts.values() if count)):
            self._unnamed = 0
        if not self._settled(now):
            return None
        if self._steps is not None:
            return "census"
        if self._grows_anew(now):
            self._begin_anew(now)
        budget = self._budget(now)
        if budget <= 0:
            return self._on_credit(budget, now)
        if not system.collector_is_on():
            self._asked = []
        if self._asked and self._census.taken >= self._collect_after and self._may_collect(now):
            return self._asked[0]
        return "census" if now >= self._next_census else None

    def _grows_anew(self, now: Seconds) -> bool:
        """Whether memory has grown, nobody knows why, and no look could be taken now; a few times only."""
        if self._named or self._growths >= GROWTHS or now < self._grown_at + GROWTH_SPACING:
            return False
        if now >= self._next_census and self._budget(now) > 0:
            return False
        level = self._renewed or self._levels.base()  # after the first census: warm-up is over
        return self._probe.resident() >= level + NOTABLE

    def _begin_anew(self, now: Seconds) -> None:
        """Looks come as often, and may cost as much, as at the start of a process."""
        self._growths, self._grown_at, self._renewed = self._growths + 1, now, self._probe.resident()
        self._purse.renew(now, self._share())
        self._next_census, self._unnamed = now, 0
        self._census.begin_anew()

    def _on_credit(self, budget: Seconds, now: Seconds) -> str | None:
        """The look to take although the budget is spent: the first answer to a question, and the censuses that naming a holder needs.

        Where memory grows two more are allowed: a container that was short at first shows its growth later. Walks through libraries
        that were begun because memory grows go on until they can tell something.
        """
        if not self._purse.has_credit(budget):
            return None
        taken, grown = self._census.taken, self._levels.has_grown()
        if self._is_unanswered() and taken >= LEAST_CENSUSES and self._may_collect(now):
            return self._asked[0]
        least = LEAST_CENSUSES + 2 if grown else LEAST_CENSUSES
        wanted = (grown or self._is_unanswered()) and taken < least
        begun = 0 < self._census.whole < LIBRARY_CENSUSES and not self._named and not self._census.calm
        return "census" if (wanted or begun) and now >= self._next_census else None

    def _settled(self, now: Seconds) -> bool:
        """Whether the program has begun to work since TensorFlow was imported."""
        if self._begun is None and self._probe.ready is not None and self._probe.has_begun():
            self._begun = self._grown_at = now
            self._levels.begin()
        return self._begun is not None and now >= self._begun + SETTLE

    def is_early(self) -> bool:
        """Whether these are the first rounds, which are glanced at: a loop that is over in a moment has then been seen several times."""
        first = self._glances < GLANCES and not self._census.taken and self._steps is None
        return first and self._probe.ready is not None and not (self._begun and system.clock() >= self._begun + SETTLE)

    def _may_glance(self) -> bool:
        """Whether the sampler's thread glances between the first censuses: of a loop without boundaries nothing else is seen so early."""
        return self._begun is not None and not self._works() and self._glances < GLANCES and self._steps is None

    def is_under_way(self) -> bool:
        """Whether a census has been begun and not finished."""
        return self._steps is not None

    def is_watching(self) -> bool:
        """Whether units of work are counted: what was found growing is looked at between two looks."""
        return self._between.is_under_way()

    def until_next(self) -> Seconds:
        """Seconds in which no look between two looks will be due."""
        return self._between.rest(self._passed())

    def at_boundary(self) -> None:
        """Takes a due look between two units of work: of a census as many steps as fit into one pause."""
        now = system.clock()
        self._purse.spend(self._additions.settle())
        if self._additions.is_busy():
            return
        if self._between.is_due(self._passed()):
            self._take("between")
        elif not self._between.is_under_way():
            self._look_here(now)
        self._additions.begin(self._let_go(), self._is_unowned())

    def _look_here(self, now: Seconds) -> None:
        if self.is_early():
            if self._done() >= self._units + GLANCE_UNITS:
                self._take("glance")
            return
        kind = self._wanted(now)
        if kind is None:
            return
        self._take(kind)
        while self._steps is not None and system.clock() < now + PAUSE:
            self._take(kind)
        self.rest = max(LEAST_REST, REST * (system.clock() - now))

    def tick(self) -> None:
        """Takes a look that has waited too long for a boundary."""
        now = system.clock()
        self._purse.spend(self._additions.settle())
        if self._additions.is_busy() or self._watches_by_clock():
            return
        kind = self._wanted(now)
        if kind is None:
            self._due = None
            if self._may_glance():
                self._take("glance")
        elif self._due is None:
            self._due = now
        patience = PATIENCE if self._works() else 0.0
        if kind is not None and self._due is not None and now - self._due >= patience:
            self._take(kind)  # a loop of plain eager operations never reaches a boundary
            self._additions.invite(self._let_go(), self._is_unowned())
            while self._steps is not None:
                system.sleep(LEAST_REST)  # the program goes on in its own thread
                self._take(kind)
                self._additions.invite(self._let_go(), self._is_unowned())

    def _watches_by_clock(self) -> bool:
        """Looks between two looks where no work is counted, by the clock: those that are due in a moment.

        Whether such a series is under way, or one that waits for boundaries of work.
        """
        begun = system.clock()
        while self._between.is_under_way() and not self._works() and system.clock() < begun + NEAR:
            if self._between.is_due(self._passed()):
                self._take("between")
            system.sleep(LEAST_REST / 2)
        return self._between.is_under_way()

    def at_exit(self) -> None:
        """The last looks: module-level owners are still there, locals are gone."""
        self._additions.settle(patient=False)
        if self._probe.sampler.count >= 3:
            unowned = not self._named and self._levels.risen() > NOTABLE
            idle = self._is_quiet() and self._levels.abates()
            doubtful = self._alert or (self._levels.has_risen() and not idle)
            if not idle and (self._levels.has_grown() or not self._is_quiet()):
                self._take("census", final=True)
            known = self._is_held() or (self._garbage.answers > 1 and not self._may_collect(system.clock()))
            doubtful = doubtful or self._alert or self._have_multiplied(FEW_THINGS)
            if doubtful and not known and system.collector_is_on():  # as the interpreter does when it ends
                self._take("collect", final=True)
            if unowned and self._probe.autopsy:
                for cache in CACHES:
                    self._take(cache, final=True)

    def _is_held(self) -> bool:
        """Whether names hold what has grown, and nothing has multiplied that may lie in cycles: no collection would free it."""
        return self._held and self._things is not None and not self._have_multiplied(0)

    def _have_multiplied(self, few: int) -> bool:
        """Whether there are more than a few things more, of those that may lie in cycles, than after the first census."""
        now = self._probe.read_gauges() if self._things else {}
        return any(now.get(name, 0) > count + few for name, count in (self._things or {}).items())

    def at_close(self, spent: Seconds) -> None:
        """The last census of a watched stretch of `spent` seconds: its locals are still there."""
        self._additions.settle(patient=False)
        now = system.clock()
        fresh = self._next_census - now > MIN_SPACING / 2 and not self._alert
        if not self._settled(now):
            return
        if not fresh and (self._budget(now) > 0 or spent > CLOSE_AFTER):
            self._take("census")
            for _ in range(MAX_STEPS):
                if self._steps is not None:
                    self._take("census")
        elif self._alert:
            self._take("glance")  # what grew under the program's own names: has it gone on?
        self._let_go()

    def collect(self) -> None:
        """Collects and trims now: somebody has to know whether what grew is garbage."""
        self._take("collect")

    def refresh(self) -> None:
        """Gives a new stretch of work an allowance of its own, once in a while."""
        self._purse.refresh(system.clock(), self._probe.budget.idle_looks)

    def _is_unowned(self) -> bool:
        """Whether a census that is just over has found memory grown that no name leads to; asked once for each."""
        unowned, self._unowned = self._unowned, False
        return unowned

    def _let_go(self) -> list[tuple[int, Any]]:
        """The containers that the looks of this pause found growing; they are let go of here."""
        found, self._growing = self._growing, []
        return found

    def _take(self, kind: str, final: bool = False) -> None:
        """Takes a look, or the next step of a census; a final one is taken whole."""
        if not self._lock.acquire(False):
            return
        self._due = None
        started, busy, blocks = system.clock(), system.processor(), self._heap.state()
        answer = None
        try:
            if final and self._steps is not None:
                self._steps = None  # begun and not finished: the last one starts afresh
            answer = self._answer(kind, final)
            if answer is not None:
                if "containers" in answer:
                    self._watch(answer["containers"], final)
                self._write(kind, final, answer, system.clock() - started)
        finally:
            cost = system.processor() - busy
            self.seconds += cost
            self._purse.spend(cost)
            if kind != "between":
                self._under_way["cost"] = self._under_way.get("cost", 0.0) + cost
            self._heap.keep(blocks)
            if answer is not None:
                self._over(kind, system.clock(), answer.get("quiet", False))
            grown = self._census.grown()
            self._growing = [] if final else self._growing + grown
            del grown
            self._lock.release()

    def _write(self, kind: str, final: bool, answer: Record, seconds: Seconds) -> None:
        probe = self._probe
        for row in answer.get("containers", ()):
            probe.sources.note(row.pop("files", ()))
        probe.write_new_sites()
        probe.write_new_sources()
        record = {
            "k": "look",
            "t": probe.elapsed(),
            "kind": RECORDED.get(kind, kind),
            "final": final,
            "w": dict(probe.work.counts) if kind in ANSWERS or final else self._under_way.get("w", {}),
            "seconds": round(self._under_way.get("cost", 0.0) + seconds, 4),
        }
        record.update(answer)
        probe.writer.write(record, important=final)

    def _over(self, kind: str, now: Seconds, quiet: bool) -> None:
        """A look is finished: when the next one may come."""
        if kind in ANSWERS:
            self._asked = []
            self._answered = True
            self._collect_after = self._census.taken + BETWEEN_COLLECTIONS
            self._garbage.answered(now, self._under_way["cost"] if kind == "collect" else None)
            self._levels.collected()
        if RECORDED.get(kind, kind) == "census":
            self._heap.turn(self._done(), quiet=quiet)
            if not quiet:
                self._levels.looked()
        if kind == "glance":
            self._glances += 1
        if kind == "census":
            self._unowned = self._census.taken >= WARMED_UP and not self._named and not self._levels.abates()
            ran = (now - self._probe.started) * SPACING_SHARE
            spacing = max(MIN_SPACING, COST_SPACING * self._under_way.get("cost", 0.0), ran)
            self._next_census = now + spacing * 2 ** min(MAX_DOUBLED, max(0, self._unnamed - UNNAMED))
        self._under_way = {}

    def _answer(self, kind: str, final: bool) -> Record | None:
        if kind in ANSWERS:
            return self._collection(kind)
        if kind in CACHES:
            return emptied(self._probe, kind)
        if kind == "between":
            self._look_between()
            return None
        return self._glance() if kind == "glance" else self._next_step(final)

    def _glance(self) -> Record:
        self._units = self._done()
        self._under_way = {"w": dict(self._probe.work.counts)}
        return self._census.glance()

    def _look_between(self) -> None:
        """Looks whether what grows from look to look falls in between; nothing is told until the next one."""
        self._census.look_between()
        since = self._between.seen(self._passed())
        if since is not None:
            self._census.watched(since)

    def _watch(self, rows: list[Record], final: bool) -> None:
        """Sees to it that what was found growing under the program's own names is looked at between this look and the next, once.

        Later looks go on with that series, unless one comes after a longer time than all before it.
        """
        passed, before = self._passed(), self._passed_at
        self._passed_at = passed
        for row in rows:
            since, library = row["watched"], (row["holder"] or {}).get("library")
            row["watched"] = None if library else since is not None and passed - before <= before - since
        unsure = any(row["watched"] is False and self._matters(row) for row in rows)
        if unsure and not final and self._purse.has_credit(self._budget(system.clock())):
            self._between.begin(passed + 1, max(1, passed - before))

    def _collection(self, kind: str) -> Record:
        if kind == "own":
            return trimmed_after(self._probe, *self._readings)
        return collect_and_trim(self._probe)

    def _next_step(self, final: bool) -> Record | None:
        """Goes on with a census: its answer when it is complete, else None."""
        if self._steps is None:
            if self._is_quiet() and not final:
                return {"quiet": True, "blocks": system.blocks()}
            if final and self._census.taken < 2:
                return self._glance()  # libraries were not walked over often enough to tell what grows in them
            self._under_way = {"w": dict(self._probe.work.counts)}
            self._steps = self._census.final_steps() if final else self._census.steps()
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

    def _is_quiet(self) -> bool:
        """Whether neither Python's heap has grown with the work since the last census, nor memory: then no container has."""
        grown, units = self._heap.risen(self._done())
        settled = self._census.taken >= 2 and not self._is_unanswered() and not self._alert
        return settled and grown < max(QUIET_BLOCKS, QUIET_SHARE * units) and not self._levels.has_grown_since()

    def _is_calm(self) -> bool:
        """Whether memory has hardly grown since the first calls were over, or less and less, and there is no leisure to look everywhere."""
        self._levels.note(self._census.taken > WARMED_UP)
        early = self._begun is None or system.clock() < self._begun + LEISURE
        return early and self._levels.abates()

    def _matters(self, row: Record) -> bool:
        """Whether a growing container may be a leak: it is the program's, and keeps more than a few numbers or words per unit of work."""
        users = (row["holder"] or {}).get("user", True)
        light = row["contents"] == "object" and not row["opaque"]
        return users and not (light and bytes_in([row]) < TRIFLE * self._done())

    def _concluded(self, answer: Record) -> Record:
        self._units = self._done()
        tensors = answer.get("tensors", self._tensors)
        grown, self._tensors = tensors - self._tensors, tensors
        if "tensors" in answer:
            self._multiplied = self._multiplied + 1 if grown >= FEW_TENSORS else 0
        told = list(filter(self._matters, answer["containers"]))
        self._alert = bool(told) or grown >= 8
        self._unnamed = 0 if self._alert else self._unnamed + 1
        self._census.calm = self._is_calm() and self._multiplied < MULTIPLIED
        risen = self._levels.risen()
        self._named = bool(told) and (risen < NOTABLE or bytes_in(told) >= TOLD * risen)
        grown = EXPLAINED * max(1, risen)
        self._census.explained = self._census.held >= grown
        self._held = bytes_in(answer["containers"]) >= grown
        if self._things is None:
            readings = self._probe.read_gauges()
            self._things = {name: readings[name] for name in CYCLIC if name in readings}
            self._levels.settle()
        answer["blocks"] = system.blocks()
        return answer
