"""A stretch of lines that is followed: a tracer of one thread, for a moment, that sees which line makes a container longer.

The interpreter tells it each line of the program that is about to run. Whatever has become longer since the line before was made longer by
that line, however it is written. Where memory grows under no name, the line is told by what memory in use gained meanwhile (`balance`).
"""

from __future__ import annotations

import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.gauges.malloc import MallocGauge
from tensorleak_probe.looks.balance import Balance
from tensorleak_probe.looks.children import OPTIMIZED, SNAPSHOT, has_readers
from tensorleak_probe.origins import GENERATED_FILE, USER
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any, Callable, Iterable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.looks.balance import Stack
    from tensorleak_probe.vocabulary import SiteId, StackRow

    Found = dict[int, dict[SiteId, int]]  # per container: elements that were added, by the line that did
    Tracer = Callable[[FrameType, str, Any], Any]

MAX_EVENTS = 20000  # calls and lines in one stretch
ENOUGH = 3  # times that a container is seen to grow
DEEP = 0.5  # of the recursion limit: a program that is so deep in calls has no room for a tracer ...
OFTEN = 16  # ... and how often that is looked at while the limit's number of calls is made
FORGOTTEN = 5.0  # seconds after which a thread that runs no line of Python is not waited for
MAX_FRAMES = 120
ASKING = frozenset(["getrefcount", "get_referrers", "gettrace", "settrace", "f_trace"])  # what tells that we are here
SUSPENDED = 0x20 | 0x80 | 0x200  # flags of generators, coroutines and asynchronous generators
NESTED = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class Threads:
    """Which threads run code of the program's own: between two lines of one, another may have added."""

    def __init__(self, probe: Probe) -> None:
        self._kind = probe.sites.kind
        self._users: set[int] = set()

    def look(self) -> None:
        """Notes the other threads that are in code of the program's own now."""
        for thread, innermost in system.frames_of_threads().items():
            # This one is left out: a frame that refers to itself would keep the objects of its callers.
            frame: FrameType | None = innermost if thread != system.thread_id() else None
            del innermost
            while frame is not None and thread not in self._users:
                if self._kind(frame.f_code.co_filename) == USER:
                    self._users.add(thread)
                frame = frame.f_back

    def others(self) -> bool:
        """Whether there is a thread beside this one that has been seen in code of the program's own."""
        return any(thread in self._users for thread in system.frames_of_threads() if thread != system.thread_id())


def _can_be_followed(code: CodeType) -> bool:
    """Whether tracing a function leaves no trace in it.

    Up to Python 3.12 a traced frame has a snapshot of its names: code that asks for it is left alone, and so are generators and
    coroutines, whose frames cannot be found any more to be tidied up.
    """
    snapshot = SNAPSHOT and code.co_flags & OPTIMIZED
    return not snapshot or not (code.co_flags & SUSPENDED or has_readers(code))


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

    __slots__ = ("found", "measure", "number", "obj", "size")

    def __init__(self, number: int, obj: Any) -> None:
        self.number = number
        self.obj = obj
        self.measure = next(measure for kind, measure in plain.LENGTHS if issubclass(type(obj), kind))
        self.size = self.measure(obj)
        self.found = 0

    def references(self) -> int:
        """As many as `system.references` counts when asked in this way."""
        return system.references(self.obj)


class Stretch:
    """A tracer of one thread, for a moment."""

    def __init__(self, probe: Probe, wanted: Iterable[tuple[int, Any]], threads: Threads) -> None:
        self._probe = probe
        self._kind = probe.sites.kind
        self._threads = threads
        self.found: Found = {}
        self.thread = system.thread_id()
        self._traces = self._is_given_up = False
        self._line = 0  # of the program's frame that is at work; 0 where it is not known
        self.targets = [_Target(number, obj) for number, obj in wanted]
        self.balance = None if self.targets else Balance(probe.gauge(MallocGauge).in_use, probe.work.counts)
        self.events = 0
        self._calls = 0
        self._often = max(1, sys.getrecursionlimit() // OFTEN)
        self.begun = system.clock()

    def begin(self) -> None:
        """Traces this thread: the program's frames that it is in, and all that it enters."""
        system.set_tracer(self._on_call)  # an audit hook of the program's may refuse it
        self._traces = True
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if self._kind(frame.f_code.co_filename) == USER and _can_be_followed(frame.f_code):
                frame.f_trace = self._on_line
            frame = frame.f_back
        self._line = self._line_in(self._users(system.frame(1)))

    def is_over(self) -> bool:
        """Whether nothing is followed any more, and the tracer is gone; a thread that runs no line keeps it."""
        return not self._is_wanted() and (not self._traces or system.clock() > self.begun + FORGOTTEN)

    def _is_wanted(self) -> bool:
        """Whether there is anything to follow still."""
        return not self._is_given_up and (
            bool(self.targets) or (self.balance is not None and not self.balance.is_over())
        )

    def give_up(self) -> None:
        """Lets go of the containers; the tracer goes with the next line of its thread."""
        self.targets, self._is_given_up = [], True
        if system.thread_id() == self.thread:
            self._end()

    def _is_mine(self, tracer: Any) -> bool:
        """Whether a tracer is one of this stretch; no method of it is kept here, which would be a cycle for the collector to find."""
        return type(tracer) is types.MethodType and tracer.__self__ is self

    def _end(self) -> None:
        """Takes the tracer away, from this thread and from the frames that it is in; only in the thread that is traced."""
        self.targets, self._traces, self._is_given_up = [], False, True
        if self._is_mine(system.tracer()):
            system.set_tracer(None)
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            if self._is_mine(frame.f_trace):
                frame.f_trace = None
            frame = frame.f_back

    def _on_call(self, frame: FrameType, event: str, argument: Any) -> Tracer | None:
        """A function is entered: only the program's own are followed."""
        try:
            kind = self._kind(frame.f_code.co_filename)
            self.events += 1
            self._calls += 1
            if not self._is_wanted() or self.events > MAX_EVENTS or (self._calls % self._often == 0 and is_deep()):
                self._end()
            elif kind == USER and not ASKING.isdisjoint(frame.f_code.co_names):
                self._end()
            elif kind == USER:
                self._compare(frame.f_back)
                followed = _can_be_followed(frame.f_code)
                self._line = frame.f_lineno or 0 if followed else 0
                return self._on_line if followed else None
            elif kind == GENERATED_FILE:
                self._line = 0  # its lines are not the program's
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)
        return None

    def _on_line(self, frame: FrameType, event: str, argument: Any) -> Tracer | None:
        """A line of the program is about to run, or a function of the program's is left."""
        try:
            self.events += 1
            if not self._is_wanted() or self.events > MAX_EVENTS:
                self._end()
                return None
            self._compare(frame)
            if event == "line":
                self._line = frame.f_lineno or 0
                if self.balance is not None:
                    self.balance.reach(self._stack(frame, self._line))
            elif event == "return":
                self._line = self._line_in(self._users(frame.f_back))
                if frame.f_code.co_flags & SUSPENDED:  # it may go on when this stretch is over
                    frame.f_trace = None
                    return None
            return self._on_line if self._is_wanted() else None
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)
            return None

    def _line_in(self, frame: FrameType | None) -> int:
        """The line that a frame is at, if its lines are followed: what another does next would be taken for this one."""
        return frame.f_lineno or 0 if frame is not None and self._is_mine(frame.f_trace) else 0

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

    def _compare(self, frame: FrameType | None) -> None:
        """Notes what has grown since the last event: the line that ran meanwhile is in this frame or, of the program's, around it."""
        if self.balance is not None:
            self.balance.book(self._stack(self._users(frame), self._line))
        over = False
        for target in self.targets:
            size = target.measure(target.obj)
            if size != target.size:
                if size > target.size and self._line:
                    self._note(target, frame, size - target.size)
                target.size = size
            over = over or target.found >= ENOUGH or target.references() <= ALONE
        if over:
            self.targets = [target for target in self.targets if target.found < ENOUGH and target.references() > ALONE]
            if not self.targets:
                self._end()

    def _stack(self, frame: FrameType | None, line: int) -> Stack:
        """The program's frames around a line of this one, the innermost first; none where the line is not known."""
        found: list[StackRow] = []
        while line and frame is not None and len(found) < MAX_FRAMES:
            if self._kind(frame.f_code.co_filename) == USER:
                number = line if not found else frame.f_lineno or 0
                found.append((frame.f_code.co_filename, number, frame.f_code.co_name))
            frame = frame.f_back
        return tuple(found)

    def _note(self, target: _Target, frame: FrameType | None, gained: int) -> None:
        """Counts `gained` elements for the line that has just run; for none where another thread may have added them."""
        adder = self._users(frame)
        self._threads.look()
        if adder is None or self._threads.others():
            return
        target.found += 1
        counts, site = self.found.setdefault(target.number, {}), self._site(adder)
        counts[site] = counts.get(site, 0) + gained

    def _site(self, adder: FrameType) -> SiteId:
        """The stack of the line that has just run in a frame."""
        named = adder
        rows: list[StackRow] = []
        while named.f_code.co_name in NESTED and named.f_back is not None:
            named = named.f_back
        rows.append((adder.f_code.co_filename, self._line, named.f_code.co_name))
        outer = named.f_back
        while outer is not None and len(rows) < MAX_FRAMES:
            rows.append((outer.f_code.co_filename, outer.f_lineno or outer.f_code.co_firstlineno, outer.f_code.co_name))
            outer = outer.f_back
        return self._probe.sites.of_stack(rows)


def _alone() -> int:
    """What `references` counts where nobody but a target refers to its container, at the place where it is asked."""
    targets = [_Target(0, [])]
    for target in targets:
        return target.references()
    return 0


ALONE = _alone()
