"""Which line adds to what grows: the program's own lines are followed for a moment, right after a look has found it growing.

The interpreter tells each line of the program that is about to run. Whatever has become longer since the line before was made longer by
that line, however it is written: no name is compared and no source is read. Only the thread that was looked at is followed, from one boundary
of work, until each container has grown a few times or some thousand lines have run; not while the program is traced by somebody else. What
grows while another thread runs counts for no line. A look that was taken in the probe's own thread asks the interpreter to begin in the main
thread, between two instructions, as signal handlers begin.
"""

from __future__ import annotations

import collections

from tensorleak_probe import plain
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.looks.arrival import ARRIVAL
from tensorleak_probe.looks.balance import Balance
from tensorleak_probe.looks.named import Named
from tensorleak_probe.looks.stretch import ASKING, Stretch, is_deep
from tensorleak_probe.origins import USER
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Iterable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.looks.stretch import Found

CONTAINERS = (list, dict, set, collections.deque, Named)
FOLLOWED = 4  # containers in one stretch
ATTEMPTS = 3  # stretches in a row in which one container is waited for
AGAIN = 2  # times as many looks until the next stretch for it, then and when its line is known
BALANCES = 4  # stretches in the life of a process in which lines are told by what memory in use gains
BALANCE_SPACING = 1.0  # seconds between the first two of those; twice as long each time
BALANCE_PATIENCE = (
    0.5  # seconds until the first of those is given up, since looks wait meanwhile; twice as long each time ...
)
MOST_PATIENCE = 3.0  # ... up to this: some rounds have to be over
MAX_CONTAINERS = 64  # in the life of a process
LONGEST = 0.25  # seconds until a stretch is given up in which nothing has grown; twice as long each time ...
MOST = 1.0  # ... up to this: looks wait meanwhile


class Additions:
    """Follows the lines that add to growing containers, and keeps what was found: numbers, never an object of the program's."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._kind = probe.sites.kind
        self._found: Found = {}
        self._attempts: dict[int, int] = {}
        self._grown: dict[int, int] = {}  # looks that found a container growing ...
        self._due: dict[int, int] = {}  # ... and how many are needed for the next stretch
        self._stretch: Stretch | None = None
        self._patience = LONGEST
        self._waiting: list[tuple[int, Any]] = []
        self._invited = 0.0
        ARRIVAL.arrive = self._arrive
        self._balances, self._next_balance = 0, 0.0
        self._unowned = (
            False  # whether those who wait want to know which lines take memory that nobody is known to hold
        )

    def begin(self, grown: Iterable[tuple[int, Any]], unowned: bool = False) -> None:
        """Follows this thread's lines from here on; `grown` are the containers of the look that is just over, by number.

        Where there are none, and memory that grows is `unowned`, lines are told by what memory in use gains.
        """
        wanted = self._wanted(grown)
        if wanted or self._may_weigh(unowned):
            self._follow(wanted)

    def invite(self, grown: Iterable[tuple[int, Any]], unowned: bool = False) -> None:
        """The same from another thread: the lines of the main thread are followed as soon as it runs an instruction."""
        wanted = self._wanted(grown)
        weigh = not wanted and self._may_weigh(unowned)
        if (wanted or weigh) and self._stretch is None and not self._waiting and not self._unowned:
            self._waiting, self._unowned, self._invited = wanted, weigh, system.clock()
            if not ARRIVAL.is_asked_for():
                self._waiting, self._unowned = [], False

    def _may_weigh(self, unowned: bool) -> bool:
        """Whether lines may be told by what memory in use gains: where malloc tells it, a few times only."""
        due = unowned and self._balances < BALANCES and system.clock() >= self._next_balance
        return due and self._probe.gauge(MallocGauge).in_use() > 0

    def _arrive(self) -> None:
        (waiting, self._waiting), (unowned, self._unowned) = (self._waiting, []), (self._unowned, False)
        try:
            if waiting or unowned:
                self._follow(waiting)
        except BaseException as error:
            self._probe.keep("additions", error)

    def _wanted(self, grown: Iterable[tuple[int, Any]]) -> list[tuple[int, Any]]:
        """Those of the containers that are to be followed now."""
        wanted = []
        for number, obj in grown:
            if number not in self._grown and len(self._grown) >= MAX_CONTAINERS:
                continue
            self._grown[number] = self._grown.get(number, 0) + 1
            if plain.is_a(obj, *CONTAINERS) and self._grown[number] >= self._due.get(number, 0):
                wanted.append((number, obj))
        return wanted[:FOLLOWED]

    def _follow(self, wanted: list[tuple[int, Any]]) -> None:
        """Begins a stretch in this thread, unless something speaks against a tracer here and now."""
        if self._stretch is not None or system.tracer() is not None or is_deep():
            return
        if self._is_asked_for():
            return
        for number, _ in wanted:
            self._attempts[number] = self._attempts.get(number, 0) + 1
            if self._attempts[number] >= ATTEMPTS:
                self._due[number] = AGAIN * self._grown[number]
        tried = max((self._attempts[number] for number, _ in wanted), default=0)
        self._patience = (
            min(MOST, LONGEST * 2 ** (tried - 1))
            if wanted
            else min(MOST_PATIENCE, BALANCE_PATIENCE * 2**self._balances)
        )
        if not wanted:
            self._next_balance = system.clock() + BALANCE_SPACING * 2**self._balances
            self._balances += 1
        stretch = Stretch(self._probe, wanted)
        if stretch.begin():
            self._stretch = stretch

    def _is_asked_for(self) -> bool:
        """Whether a function of the program's that is running asks who refers to what, or who traces it: it would be told of us."""
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if not ASKING.isdisjoint(frame.f_code.co_names) and self._kind(frame.f_code.co_filename) == USER:
                return True
            frame = frame.f_back
        return False

    def is_busy(self) -> bool:
        """Whether lines are being followed: the names of frames that are traced cannot be read."""
        return self._stretch is not None

    def drop(self) -> None:
        """Ends what was begun or asked for."""
        self._waiting, self._unowned = [], False
        if self._stretch is not None:
            self._stretch.give_up()

    def settle(self, patient: bool = True) -> float:
        """Writes what was found; gives a stretch up that has lasted too long. Returns the seconds that it has cost."""
        stretch, cost = self._stretch, 0.0
        since = self._invited if stretch is None else stretch.begun
        if not patient or system.clock() > since + self._patience:
            self.drop()
        if stretch is not None and stretch.is_over():
            self._stretch, cost = None, stretch.cost
            self._learn(stretch.found)
            if stretch.balance is not None:
                cost += stretch.balance.cost
                self._tell(stretch.balance)
        return cost

    def _tell(self, balance: Balance) -> None:
        """Writes what whole rounds have shown."""
        record = balance.record(self._probe.sites.of_stack)
        if record is not None:
            self._probe.write_new_sites()
            self._probe.writer.write(dict(record, t=self._probe.elapsed()))

    def _learn(self, found: Found) -> None:
        """What was seen last counts: a program that has set itself up does other things than before."""
        if not found:
            return
        self._found.update(found)
        self._due.update((number, AGAIN * self._grown[number]) for number in found)
        rows = [[number, site, count] for number, sites in self._found.items() for site, count in sites.items()]
        self._probe.write_new_sites()
        self._probe.writer.write({"k": "additions", "t": self._probe.elapsed(), "rows": rows})
