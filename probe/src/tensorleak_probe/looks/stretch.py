"""A stretch of lines that is followed: of one thread, for a moment, to see which line makes a container longer.

The interpreter tells each line of the program that is about to run. Whatever has become longer since the line before was made longer by
that line, however it is written. Where memory grows under no name, the line is told by what memory in use gained meanwhile (`balance`).
"""

from __future__ import annotations

import sys

from tensorleak_probe import plain
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.looks.balance import Balance
from tensorleak_probe.looks.roots import Hidden
from tensorleak_probe.looks.threads import Others
from tensorleak_probe.looks.tracer import Tracer
from tensorleak_probe.origins import GENERATED_FILE, USER
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType
    from typing import Any, Iterable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.looks.balance import Stack
    from tensorleak_probe.vocabulary import Seconds, SiteId, StackRow

    Found = dict[int, dict[SiteId, int]]  # per container: elements that were added, by the line that did

MAX_COST = 0.06  # seconds of events in one stretch: 40,000 calls, lines and returns, or fewer where other threads are asked for
EVENT = 1.5e-6  # seconds that one of them takes: 0.9 (Python 3.11, 3.13) to 2.2 (3.7) were measured, with four containers ...
CLOCK = 0.6e-6  # ... and that one other thread adds to it: 0.4 to 0.6
ENOUGH = 3  # times that a container is seen to grow
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


class _Target:
    """One container, held as long as the program holds it, and the stretch lasts."""

    __slots__ = ("elsewhere", "found", "hidden", "measure", "number", "obj", "size")

    def __init__(self, number: int, obj: Any) -> None:
        self.number = number
        self.obj = obj
        self.measure = next(measure for kind, measure in plain.LENGTHS if issubclass(type(obj), kind))
        self.hidden = type(obj) is Hidden
        if self.hidden:
            self.measure = lambda placeholders: placeholders.number()
        self.size = self.measure(obj)
        self.found = 0  # times that it grew in a line of the thread that is followed ...
        self.elsewhere = 0  # ... and while another thread ran

    def is_settled(self) -> bool:
        """Whether its line is known, or is none of this thread's."""
        return self.found >= ENOUGH or (self.elsewhere >= ENOUGH and not self.found)

    def is_dropped(self) -> bool:
        """Whether nobody but a target refers to its container."""
        return not self.hidden and system.references(self.obj) <= ALONE


class Stretch(Tracer):
    """Follows one thread, for a moment."""

    def __init__(self, probe: Probe, wanted: Iterable[tuple[int, Any]]) -> None:
        self._probe = probe
        self._kind = probe.sites.kind
        self._others = Others()
        self.found: Found = {}
        self.thread = system.thread_id()
        self._traces = self._is_given_up = False
        self._line = 0  # of the frame that is at work; 0 where it is not known
        self._silenced: set[int] = set()  # addresses of frames whose lines are not told
        self.targets = [_Target(number, obj) for number, obj in wanted]
        self.balance = None if self.targets else Balance(probe.gauge(MallocGauge).in_use, probe.work.counts)
        self.events = 0
        self._calls = 0
        self._often = max(1, sys.getrecursionlimit() // OFTEN)
        self.begun = system.clock()

    def begin(self) -> bool:
        """Follows this thread: the program's frames that it is in, and all that it enters. Whether it could."""
        if not self._others.begin() or not self.trace():
            return False
        self._traces = True
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if self._kind(frame.f_code.co_filename) != USER:
                self._silence(frame)
            frame = frame.f_back
        users = self._users(system.frame(1))
        self._line = users.f_lineno or 0 if users is not None else 0
        return True

    def is_over(self) -> bool:
        """Whether nothing is followed any more, and the tracer is gone; a thread that runs no line keeps it."""
        return not self._is_wanted() and (not self._traces or system.clock() > self.begun + FORGOTTEN)

    @property
    def cost(self) -> Seconds:
        """What it has taken of the program's time, by the number of events."""
        return self.events * (EVENT + CLOCK * len(self._others))

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
            self._compare(caller, caller.f_lineno or 0 if caller is not None else 0)
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
                self._compare(frame, self._line)
                self._line = frame.f_lineno or 0
                if self.balance is not None and self._kind(frame.f_code.co_filename) == USER:
                    self.balance.reach(self._stack(frame, self._line))
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)

    def left(self, frame: FrameType) -> None:
        """A function is left, for good or for a while: its caller goes on in the line that called it."""
        try:
            if self._goes_on():
                self._compare(frame, self._line)
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

    def _compare(self, frame: FrameType | None, line: int) -> None:
        """Notes what has grown since the last event, in a line of this frame or, of the program's, of one around it.

        Where another thread ran meanwhile, nobody knows whose doing it was.
        """
        alone = not self._others.ran()
        if self.balance is not None:
            users = self._users(frame) if alone else None
            self.balance.book(self._stack(users, self._line_of(users, frame, line)))
        over = False
        for target in self.targets:
            size = target.measure(target.obj)
            if size != target.size:
                if size > target.size and alone:
                    self._note(target, frame, line, size - target.size)
                target.elsewhere += size > target.size and not alone
                target.size = size
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

    def _note(self, target: _Target, frame: FrameType | None, line: int, gained: int) -> None:
        """Counts `gained` elements for the line that has just run."""
        adder = self._users(frame)
        line = self._line_of(adder, frame, line)
        if adder is None or not line:
            return
        target.found += 1
        counts, site = self.found.setdefault(target.number, {}), self._site(adder, line)
        counts[site] = counts.get(site, 0) + gained

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


ALONE = _alone()
