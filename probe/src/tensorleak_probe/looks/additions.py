"""Which line adds to what grows: the program's own lines are followed for a moment, right after a look has found it growing.

The interpreter tells a tracer each line of the program that is about to run. Whatever has become longer since the line before was made
longer by that line, however it is written: no name is compared and no source is read. Only the thread that was looked at is followed, from
one boundary of work, until each container has grown a few times or some thousand lines have run; not while the program is traced by
somebody else, nor while another thread runs its code, which might be the one that adds. A look that was taken in the probe's own thread
asks the interpreter to begin in the main thread, between two instructions, as signal handlers begin.
"""

from __future__ import annotations

import collections
import ctypes
import sys
import types

from tensorleak_probe import plain
from tensorleak_probe.looks.children import OPTIMIZED, SNAPSHOT, frame_locals, has_readers
from tensorleak_probe.origins import GENERATED_FILE, USER
from tensorleak_probe.system import system

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import CodeType, FrameType
    from typing import Any, Callable, Iterable

    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import SiteId

    Found = dict[int, dict[SiteId, int]]  # per container: elements that were added, by the line that did
    Tracer = Callable[[FrameType, str, Any], Any]

CONTAINERS = (list, dict, set, collections.deque)
MAX_EVENTS = 20000  # calls and lines in one stretch
EVENT = 1.5e-6  # seconds that one of them takes: 0.8 to 1.9 were measured, with four containers
FOLLOWED = 4  # containers in one stretch
ENOUGH = 3  # times that a container is seen to grow
ATTEMPTS = 3  # stretches in a row in which one container is waited for
AGAIN = 2  # times as many looks until the next stretch for it, then and when its line is known
MAX_CONTAINERS = 64  # in the life of a process
LONGEST = 0.25  # seconds until a stretch is given up in which nothing has grown; twice as long each time ...
MOST = 1.0  # ... up to this: looks wait meanwhile
DEEP = 0.5  # of the recursion limit: a program that is so deep in calls has no room for a tracer ...
OFTEN = 16  # ... and how often that is looked at while the limit's number of calls is made
FORGOTTEN = 5.0  # seconds after which a thread that runs no line of Python is not waited for
MAX_FRAMES = 120
ASKING = frozenset(["getrefcount", "get_referrers", "gettrace", "settrace", "f_trace"])  # what tells that we are here
SUSPENDED = 0x20 | 0x80 | 0x200  # flags of generators, coroutines and asynchronous generators
NESTED = ("<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>")


class Additions:
    """Follows the lines that add to growing containers, and keeps what was found: numbers, never an object of the program's."""

    def __init__(self, probe: Probe) -> None:
        self._probe = probe
        self._kind = probe.sites.kind
        self._found: Found = {}
        self._attempts: dict[int, int] = {}
        self._grown: dict[int, int] = {}  # looks that found a container growing ...
        self._due: dict[int, int] = {}  # ... and how many are needed for the next stretch
        self._stretch: _Stretch | None = None
        self._patience = LONGEST
        self._untidy: int | None = None  # the thread in whose frames a stretch has left snapshots of their names
        self._waiting: list[tuple[int, Any]] = []
        self._invited = 0.0
        ARRIVAL.arrive = self._arrive
        self._threads = Threads(probe)

    def begin(self, grown: Iterable[tuple[int, Any]]) -> None:
        """Follows this thread's lines from here on; `grown` are the containers of the look that is just over, by number."""
        self._follow(self._wanted(grown))

    def invite(self, grown: Iterable[tuple[int, Any]]) -> None:
        """The same from another thread: the lines of the main thread are followed as soon as it runs an instruction."""
        wanted = self._wanted(grown)
        if wanted and self._stretch is None and not self._waiting:
            self._waiting, self._invited = wanted, system.clock()
            if not ARRIVAL.is_asked_for():
                self._waiting = []

    def _arrive(self) -> None:
        waiting, self._waiting = self._waiting, []
        try:
            self._tidy()
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
        if wanted:
            self._threads.look()
        return wanted[:FOLLOWED]

    def _follow(self, wanted: list[tuple[int, Any]]) -> None:
        """Begins a stretch in this thread, unless something speaks against a tracer here and now."""
        if not wanted or self._stretch is not None or system.tracer() is not None or _is_deep():
            return
        if self._threads.others() or self._is_asked_for():
            return
        for number, _ in wanted:
            self._attempts[number] = self._attempts.get(number, 0) + 1
            if self._attempts[number] >= ATTEMPTS:
                self._due[number] = AGAIN * self._grown[number]
        tried = max(self._attempts[number] for number, _ in wanted)
        self._patience = min(MOST, LONGEST * 2 ** (tried - 1))
        stretch = _Stretch(self._probe, wanted, self._threads)
        stretch.begin()
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
        self._waiting = []
        if self._stretch is not None:
            self._stretch.give_up()

    def settle(self, patient: bool = True) -> float:
        """Writes what was found; gives a stretch up that has lasted too long. Returns the seconds that it has cost."""
        stretch, cost = self._stretch, 0.0
        since = self._invited if stretch is None else stretch.begun
        if not patient or system.clock() > since + self._patience:
            self.drop()
        if stretch is not None and stretch.is_over():
            self._stretch, cost = None, stretch.events * EVENT
            self._untidy = stretch.thread if SNAPSHOT else None
            self._learn(stretch.found)
        if self._untidy == system.thread_id():
            self._tidy()
        elif self._untidy is not None and self._untidy == _main_thread():
            ARRIVAL.is_asked_for()
        return cost

    def _tidy(self) -> None:
        """Empties the snapshots of names that tracing has left in running frames: what they name could not be dropped."""
        if self._untidy != system.thread_id() or system.tracer() is not None or system.profiler() is not None:
            return
        self._untidy = None
        frame: FrameType | None = system.frame(1)
        while frame is not None:
            frame_locals(frame)
            frame = frame.f_back

    def _learn(self, found: Found) -> None:
        """What was seen last counts: a program that has set itself up does other things than before."""
        if not found:
            return
        self._found.update(found)
        self._due.update((number, AGAIN * self._grown[number]) for number in found)
        rows = [[number, site, count] for number, sites in self._found.items() for site, count in sites.items()]
        self._probe.write_new_sites()
        self._probe.writer.write({"k": "additions", "t": self._probe.elapsed(), "rows": rows})


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


class _Arrival:
    """What the interpreter is asked to do in the main thread: it asks this object for its truth, and what that raises is the program's.

    Python's own queue of pending calls takes functions written in C, with an address. `PyObject_IsTrue` is one that runs a method of ours.
    There is one such object in a process, and it is never freed: the queue does not hold what it has the address of.
    """

    arrive: Callable[[], None] | None = None

    def __init__(self) -> None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self))

    def is_asked_for(self) -> bool:
        """Whether the interpreter has taken the request."""
        api = ctypes.pythonapi
        function = ctypes.cast(api.PyObject_IsTrue, ctypes.c_void_p)
        taken: int = api.Py_AddPendingCall(function, ctypes.py_object(self))
        return taken == 0

    def __bool__(self) -> bool:
        if self.arrive is not None:
            self.arrive()
        return False


ARRIVAL = _Arrival()


def _main_thread() -> int | None:
    """The number of the main thread, as `threading` has it."""
    thread = plain.module_names(sys.modules.get("threading")).get("_main_thread")
    number: int | None = plain.attribute(thread, "_ident") if thread is not None else None
    return number


def _can_be_followed(code: CodeType) -> bool:
    """Whether tracing a function leaves no trace in it.

    Up to Python 3.12 a traced frame has a snapshot of its names: code that asks for it is left alone, and so are generators and
    coroutines, whose frames cannot be found any more to be tidied up.
    """
    snapshot = SNAPSHOT and code.co_flags & OPTIMIZED
    return not snapshot or not (code.co_flags & SUSPENDED or has_readers(code))


def _is_deep() -> bool:
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


class _Stretch:
    """A tracer of one thread, for a moment."""

    def __init__(self, probe: Probe, wanted: Iterable[tuple[int, Any]], threads: Threads) -> None:
        self._probe = probe
        self._kind = probe.sites.kind
        self._threads = threads
        self.found: Found = {}
        self.thread = system.thread_id()
        self._traces = False
        self._line = 0  # of the program's frame that is at work; 0 where it is not known
        self.targets = [_Target(number, obj) for number, obj in wanted]
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
                self._line = self._line or frame.f_lineno or 0
                frame.f_trace = self._on_line
            frame = frame.f_back

    def is_over(self) -> bool:
        """Whether nothing is followed any more, and the tracer is gone; a thread that runs no line keeps it."""
        return not self.targets and (not self._traces or system.clock() > self.begun + FORGOTTEN)

    def give_up(self) -> None:
        """Lets go of the containers; the tracer goes with the next line of its thread."""
        self.targets = []
        if system.thread_id() == self.thread:
            self._end()

    def _is_mine(self, tracer: Any) -> bool:
        """Whether a tracer is one of this stretch; no method of it is kept here, which would be a cycle for the collector to find."""
        return type(tracer) is types.MethodType and tracer.__self__ is self

    def _end(self) -> None:
        """Takes the tracer away, from this thread and from the frames that it is in; only in the thread that is traced."""
        self.targets, self._traces = [], False
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
            if not self.targets or self.events > MAX_EVENTS or (self._calls % self._often == 0 and _is_deep()):
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
            if not self.targets or self.events > MAX_EVENTS:
                self._end()
                return None
            self._compare(frame)
            if event == "line":
                self._line = frame.f_lineno or 0
            elif event == "return":
                caller = self._users(frame.f_back)
                self._line = 0 if caller is None else caller.f_lineno or 0
                if frame.f_code.co_flags & SUSPENDED:  # it may go on when this stretch is over
                    frame.f_trace = None
                    return None
            return self._on_line if self.targets else None
        except BaseException as error:
            self._end()
            self._probe.keep("additions", error)
            return None

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

    def _note(self, target: _Target, frame: FrameType | None, gained: int) -> None:
        """Counts `gained` elements for the line that has just run; for none where another thread may have added them."""
        adder = self._users(frame)
        self._threads.look()
        if adder is None or self._threads.others():
            return
        named, rows = adder, []
        while named.f_code.co_name in NESTED and named.f_back is not None:
            named = named.f_back
        rows.append((adder.f_code.co_filename, self._line, named.f_code.co_name))
        outer = named.f_back
        while outer is not None and len(rows) < MAX_FRAMES:
            rows.append((outer.f_code.co_filename, outer.f_lineno or outer.f_code.co_firstlineno, outer.f_code.co_name))
            outer = outer.f_back
        target.found += 1
        counts, site = self.found.setdefault(target.number, {}), self._probe.sites.of_stack(rows)
        counts[site] = counts.get(site, 0) + gained


def _alone() -> int:
    """What `references` counts where nobody but a target refers to its container, at the place where it is asked."""
    targets = [_Target(0, [])]
    for target in targets:
        return target.references()
    return 0


ALONE = _alone()
