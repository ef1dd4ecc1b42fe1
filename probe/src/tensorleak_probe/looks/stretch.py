"""A stretch of lines that is followed: of one thread, for a moment, to see which line makes a container longer.

The interpreter tells each line of the program that is about to run. Whatever has become longer since the line before was made longer by
that line, however it is written. Where memory grows under no name, the line is told by what memory in use gained meanwhile (`balance`).
"""

from __future__ import annotations

import sys

from tensorleak_probe import plain
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.looks.balance import Balance
from tensorleak_probe.looks.named import Named, name_in
from tensorleak_probe.looks.roots import Hidden
from tensorleak_probe.looks.threads import Others
from tensorleak_probe.looks.tracer import Tracer
from tensorleak_probe.origins import GENERATED_FILE, USER
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Callable, Iterable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.looks.balance import Stack
    from tensorleak_probe.vocabulary import Seconds, SiteId, StackRow

    Found = dict[int, dict[SiteId, int]]  # per container: elements that were added, by the line that did

MAX_COST = 0.06  # seconds of events in one stretch: 40,000 calls, lines and returns, or fewer where other threads are asked for
EVENT = 1.5e-6  # seconds that one of them takes: 0.9 (Python 3.11, 3.13) to 2.2 (3.7) were measured, with four containers ...
CLOCK = 0.6e-6  # ... and that one other thread adds to it: 0.4 to 0.6
ENOUGH = 3  # times that a container is seen to grow ...
PASSING = 12  # ... or so many where elements are seen to leave it meanwhile: those of some lines stay, and those of others do not
MEMBERS = 2000  # elements of a container that are told apart
MEMBER = 1e-7  # seconds that telling one of them takes: 95 ns were measured on 3.11
DEEP = 0.5  # of the recursion limit: a program that is so deep in calls has no room for a tracer ...
OFTEN = 16  # ... and how often that is looked at while the limit's number of calls is made
FORGOTTEN = 5.0  # seconds after which a thread that runs no line of Python is not waited for
MAX_FRAMES = 120
# What tells that we are here, or asks for each instruction, which is no event of a tracer like this.
ASKING = frozenset(["getrefcount", "get_referrers", "gettrace", "settrace", "f_trace", "f_trace_opcodes"])
SUSPENDED = 0x20 | 0x80 | 0x200  # flags of generators, coroutines and asynchronous generators
NESTED = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


def is_deep() -> bool:
    """Whether this thread has used up much of the recursion that it may."""
    frame: FrameType | None = system.frame()
    for _ in range(int(DEEP * sys.getrecursionlimit())):
        if frame is None:
            return False
        frame = frame.f_back
    return True


class _Credit:
    """Which lines added to a container, and whose elements are still in it."""

    __slots__ = ("_added", "_staying", "_whose")

    def __init__(self, members: set[int] | None) -> None:
        # the addresses of the elements, and the lines that added them where they are known; None where elements cannot be told apart
        self._whose: dict[int, SiteId | None] | None = None if members is None else dict.fromkeys(members)
        self._added: dict[SiteId, int] = {}
        self._staying: dict[SiteId, int] = {}

    def change(self, members: set[int] | None, site: SiteId | None, gained: int) -> None:
        """The container has changed, in the line of this site; `gained` elements are more in it, or fewer."""
        if site is not None:
            self._added[site] = self._added.get(site, 0) + gained
        if self._whose is None or members is None:
            self._whose = None
            return
        for gone in self._whose.keys() - members:
            self._count(self._whose.pop(gone), -1)
        for new in members - self._whose.keys():
            self._whose[new] = site
            self._count(site, 1)

    def _count(self, site: SiteId | None, elements: int) -> None:
        if site is not None:
            self._staying[site] = self._staying.get(site, 0) + elements

    def lines(self) -> dict[SiteId, int]:
        """Elements by the line that added them: those that stay, or all where none does or nobody can tell."""
        staying = {site: count for site, count in self._staying.items() if count > 0}
        return staying if staying and self._whose is not None else self._added


class _Target:
    """One container, or what stands under one name; held as long as the program holds it, and the stretch lasts."""

    __slots__ = ("_shown", "credit", "elsewhere", "found", "lost", "measure", "number", "obj", "size")

    def __init__(self, number: int, obj: Any) -> None:
        self.number = number
        self.obj = obj
        known = next((measure for kind, measure in plain.LENGTHS if issubclass(type(obj), kind)), None)
        counted = type(obj) in (Hidden, Named) or known is None
        self.measure: Callable[[Any], int] = _number if counted else known  # type: ignore[assignment]
        self._shown = type(obj) is not Hidden  # whether its elements can be told apart
        self.size = self.measure(obj)
        self.credit = _Credit(self._members())
        self.found = 0  # times that it grew in a line of the thread that is followed ...
        self.elsewhere = 0  # ... and while another thread ran
        self.lost = False  # whether elements were seen to leave it

    def change(self, size: int, site: SiteId | None, alone: bool) -> None:
        """It has another size since the last event, in the line of `site` where that is known."""
        gained, self.size = size - self.size, size
        grew = gained > 0
        self.lost = self.lost or not grew
        self.found += grew and site is not None
        self.elsewhere += grew and not alone
        self.credit.change(self._members(), site if grew else None, gained)

    def _members(self) -> set[int] | None:
        """The addresses of the elements, or of the keys; None where they are too many, or one of them is there twice."""
        if not self._shown or self.size > MEMBERS:
            return None
        members = set(map(id, plain.elements(self.obj.value() if type(self.obj) is Named else self.obj)))
        return members if len(members) == self.size else None

    def is_settled(self) -> bool:
        """Whether its line is known, or is none of this thread's."""
        return self.found >= (PASSING if self.lost else ENOUGH) or (self.elsewhere >= ENOUGH and not self.found)

    def is_dropped(self) -> bool:
        """Whether nobody but a target refers to its container, or to the namespace that has its name."""
        if type(self.obj) is Named:
            return self.obj.names is not None and system.references(self.obj.names) <= NAMELESS
        return self._shown and system.references(self.obj) <= ALONE


def _number(obj: Any) -> int:
    """How many there are of what Python does not show, or of what stands under a name."""
    number: int = obj.number()
    return number


class Stretch(Tracer):
    """Follows one thread, for a moment."""

    def __init__(self, probe: Probe, wanted: Iterable[tuple[int, Any]]) -> None:
        self._probe = probe
        self._kind = probe.sites.kind
        self._others = Others()
        self.thread = system.thread_id()
        self._traces = self._is_given_up = False
        self._line = 0  # of the frame that is at work; 0 where it is not known
        self._silenced: set[int] = set()  # addresses of frames whose lines are not told
        self.targets = [_Target(number, obj) for number, obj in wanted]
        self._credits = [(target.number, target.credit) for target in self.targets]
        self._told_apart = 0  # elements
        self.balance = None if self.targets else Balance(probe.gauge(MallocGauge).in_use, probe.work.counts)
        self.events = 0
        self._calls = 0
        self._often = max(1, sys.getrecursionlimit() // OFTEN)
        self.begun = system.clock()

    def begin(self) -> bool:
        """Follows this thread: the program's frames that it is in, and all that it enters. Whether it could.

        The tracer comes last. Where this is one of the interpreter's pending calls, Python 3.11 would look for others at each function that is
        entered while there is a tracer, and never enter it as long as one waits: none is called from there on until this has returned.
        """
        if not self._others.begin() or not self.may_trace():
            return False
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if self._kind(frame.f_code.co_filename) != USER:
                self._silence(frame)
            frame = frame.f_back
        users = self._users(system.frame(1))
        self._line = users.f_lineno or 0 if users is not None else 0
        self._traces = True
        self.trace()
        return True

    def is_over(self) -> bool:
        """Whether nothing is followed any more, and the tracer is gone; a thread that runs no line keeps it."""
        return not self._is_wanted() and (not self._traces or system.clock() > self.begun + FORGOTTEN)

    @property
    def cost(self) -> Seconds:
        """What it has taken of the program's time, by the number of events and of elements that were told apart."""
        return self.events * (EVENT + CLOCK * len(self._others)) + self._told_apart * MEMBER

    @property
    def found(self) -> Found:
        """The lines that were seen to add to each container."""
        lines = {number: credit.lines() for number, credit in self._credits}
        return {number: sites for number, sites in lines.items() if sites}

    def _is_wanted(self) -> bool:
        """Whether there is anything to follow still."""
        return not self._is_given_up and (
            bool(self.targets) or (self.balance is not None and not self.balance.is_over())
        )

    def give_up(self) -> None:
        """Lets go of the containers; the tracer goes with the next event of its thread."""
        self.targets, self._is_given_up = [], True
        if system.thread_id() == self.thread:
            self._end()

    def _silence(self, frame: FrameType) -> None:
        """Has no lines told of a library's frame; not of one that may wait and go on when nobody remembers it."""
        if frame.f_trace_lines and not frame.f_code.co_flags & SUSPENDED:
            frame.f_trace_lines = False
            self._silenced.add(id(frame))

    def _end(self) -> None:
        """Takes the tracer away, and leaves the frames as they were; only in the thread that is followed."""
        self.targets, self._traces, self._is_given_up = [], False, True
        self.untrace()
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if id(frame) in self._silenced:
                frame.f_trace_lines = True
            frame = frame.f_back
        self._silenced.clear()

    def called(self, frame: FrameType) -> None:
        """A function is entered: what grew until then did so in a line of its caller."""
        try:
            self._calls += 1
            if self._calls % self._often == 0 and is_deep():
                self._end()
            if not self._goes_on():
                return
            kind, caller = self._kind(frame.f_code.co_filename), frame.f_back
            self._compare(caller, caller.f_lineno or 0 if caller is not None else 0, kind == USER)
            if kind == USER and not ASKING.isdisjoint(frame.f_code.co_names):
                self._end()
            elif kind != USER:
                self._silence(frame)
            self._line = frame.f_lineno or 0
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)

    def reached(self, frame: FrameType) -> None:
        """A line is about to run: what grew until then did so in the line before it."""
        try:
            if self._goes_on():
                users = self._kind(frame.f_code.co_filename) == USER
                self._compare(frame, self._line, users)
                self._line = frame.f_lineno or 0
                if self.balance is not None and users:
                    self.balance.reach(self._stack(frame, self._line))
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)

    def left(self, frame: FrameType) -> None:
        """A function is left, for good or for a while: its caller goes on in the line that called it."""
        try:
            if self._goes_on():
                self._compare(frame, self._line, self._kind(frame.f_code.co_filename) == USER)
                caller = frame.f_back
                self._line = caller.f_lineno or 0 if caller is not None else 0
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)

    def _goes_on(self) -> bool:
        """Counts an event; whether there is anything to follow still."""
        self.events += 1
        if self._is_wanted() and self.cost <= MAX_COST:
            return True
        if self._traces:
            self._end()
        return False

    def _users(self, frame: FrameType | None) -> FrameType | None:
        """The innermost frame of the program's; None where generated code is nearer."""
        while frame is not None:
            kind = self._kind(frame.f_code.co_filename)
            if kind == USER:
                return frame
            if kind == GENERATED_FILE:
                return None
            frame = frame.f_back
        return None

    def _compare(self, frame: FrameType | None, line: int, users_own: bool) -> None:
        """Notes what has grown since the last event, in a line of this frame or, of the program's, of one around it.

        Where another thread ran meanwhile, nobody knows whose doing it was. Memory in use is read where one of the program's own lines
        or functions begins or ends: what a library does in between is all one line's. Where there are other threads it is read each time.
        """
        alone = not self._others.ran()
        if self.balance is not None and (users_own or len(self._others)):
            users = self._users(frame) if alone else None
            self.balance.book(self._stack(users, self._line_of(users, frame, line)))
        over = False
        for target in self.targets:
            size = target.measure(target.obj)
            if size != target.size:
                target.change(size, self._adder(frame, line) if size > target.size and alone else None, alone)
                self._told_apart += min(size, MEMBERS)
            over = over or target.is_settled() or target.is_dropped()
        if over:
            self.targets = [target for target in self.targets if not (target.is_settled() or target.is_dropped())]
            if not self.targets:
                self._end()

    @staticmethod
    def _line_of(users: FrameType | None, frame: FrameType | None, line: int) -> int:
        """The line that ran in the program's frame: in one around that of a library, the line that called it."""
        return line if users is frame or users is None else users.f_lineno or 0

    def _stack(self, frame: FrameType | None, line: int) -> Stack:
        """The program's frames around a line of this one, the innermost first; none where the line is not known."""
        found: list[StackRow] = []
        while line and frame is not None and len(found) < MAX_FRAMES:
            if self._kind(frame.f_code.co_filename) == USER:
                number = line if not found else frame.f_lineno or 0
                found.append((frame.f_code.co_filename, number, frame.f_code.co_name))
            frame = frame.f_back
        return tuple(found)

    def _adder(self, frame: FrameType | None, line: int) -> SiteId | None:
        """The program's line that has just run, if it is known."""
        adder = self._users(frame)
        line = self._line_of(adder, frame, line)
        return self._site(adder, line) if adder is not None and line else None

    def _site(self, adder: FrameType, line: int) -> SiteId:
        """The stack of the line that has just run in a frame."""
        named = adder
        rows: list[StackRow] = []
        while named.f_code.co_name in NESTED and named.f_back is not None:
            named = named.f_back
        rows.append((adder.f_code.co_filename, line, named.f_code.co_name))
        outer = named.f_back
        while outer is not None and len(rows) < MAX_FRAMES:
            rows.append((outer.f_code.co_filename, outer.f_lineno or outer.f_code.co_firstlineno, outer.f_code.co_name))
            outer = outer.f_back
        return self._probe.sites.of_stack(rows)


def _alone() -> int:
    """What `system.references` counts where nobody but a target refers to its container, asked as `is_dropped` asks."""
    target = _Target(0, [])
    return system.references(target.obj)


def _nameless() -> int:
    """The same for a namespace to which only a name of it refers."""
    target = _Target(0, name_in({"a": []}, "a", plain.length))
    return system.references(target.obj.names)


ALONE = _alone()
NAMELESS = _nameless()
