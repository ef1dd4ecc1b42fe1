"""`watch`: measures a stretch of code in process, round by round, and says what grows, where it is made and what holds it.

    with watch() as w:                      for batch in watch(dataset):         @watch(on_leak="raise")
        for batch in batches:                   train(batch)                     def handle(request): ...
            train(batch)
            w.mark()

Each watch is judged over its own marks. The probe starts with the first watch of a process and rests after the last one.
"""

from __future__ import annotations

import atexit
import functools
import itertools
import os
import sys
import threading
import time
import warnings
import weakref
from dataclasses import replace
from time import perf_counter as clock

from tensorleak_engine.model.diagnosis import too_short
from tensorleak_probe import forks
from tensorleak_probe.budget import PRODUCTION
from tensorleak_probe.guards import judge, watch_probe
from tensorleak_probe.guards.judge import LeakError, LeakWarning
from tensorleak_probe.guards.watch_branch import Branch
from tensorleak_probe.sites import MAX_FRAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType, TracebackType
    from typing import Any, Callable, Iterable, Iterator, Literal

    from tensorleak_engine.model.diagnosis import Diagnosis, Finding
    from tensorleak_probe.budget import Budget
    from tensorleak_probe.lifecycle import Probe
    from tensorleak_probe.vocabulary import Record

    Policy = str | Callable[[Diagnosis], object]  # "warn", "raise", or a function of the diagnosis
    Owner = tuple[str, str]  # file and function whose loop is watched
    FilePath = str | os.PathLike[str]

POLICIES = ("warn", "raise")
FIRST_GLANCE = 2.0  # seconds until the first judgement in between
GLANCE_SHARE = 500  # a judgement in between may cost 1/500 of the time until the next ...
HURRIED_SHARE = 50  # ... and 1/50 for a few while something grows and is not settled yet
MAX_HURRIED = 8
CALL_SHARE = 100  # a decorated call that took a second, and 100 times as long as a judgement, has one at its end
CALL_SECONDS = 1.0
CONFIRMED_AFTER = 1.3  # times the marks at which a leak was first suspected
MAX_COLLECTIONS = 3
MIN_SECONDS = 0.2
MIN_MARKS = 16
VERSION = "%d.%d.%d" % sys.version_info[:3]
UNOBSERVED = "tensorleak: this stretch runs unobserved: %s"
OWN = os.path.dirname(os.path.abspath(__file__)) + os.sep

_open_watches: list[Watch] = []
_local = threading.local()


def _stack() -> list[Watch]:
    if not hasattr(_local, "stack"):
        _local.stack = []
    stack: list[Watch] = _local.stack
    return stack


def innermost() -> Watch | None:
    """The innermost watch of this thread, else the newest one of the process; None without any."""
    found = (_stack() or _open_watches)[-1:]
    return found[0] if found else None


def _caller() -> Owner:
    """(file, function) of the nearest frame that is not Tensorleak's."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and os.path.abspath(frame.f_code.co_filename).startswith(OWN):
        frame = frame.f_back
    return (frame.f_code.co_filename, frame.f_code.co_name) if frame is not None else ("", "")


def leak_message(diagnosis: Diagnosis) -> str:
    """The leaks of a diagnosis as text: cause, line, holder, remedy."""
    return "\n".join([diagnosis.sentence] + [str(found) for found in diagnosis.leaks])


def warn_of(diagnosis: Diagnosis, file: str = "") -> None:
    """A warning at the leaking line, where that is known."""
    warning = LeakWarning(leak_message(diagnosis))
    warning.diagnosis = diagnosis
    place = diagnosis.leaks[0].location
    file, line = (place.file, place.line) if place is not None else (file or "<watch>", 1)
    warnings.warn_explicit(warning, LeakWarning, file, line)


class Watch:
    """One watched stretch of code: a context manager, a decorator, or an iterable whose items are its marks."""

    def __init__(
        self,
        iterable: Iterable[Any] | None = None,
        on_leak: Policy = "warn",
        record: FilePath | None = None,
        budget: Budget = PRODUCTION,
    ) -> None:
        if on_leak not in POLICIES and not callable(on_leak):
            raise ValueError("on_leak is %r: give 'warn', 'raise' or a function of the diagnosis" % (on_leak,))
        self._iterable = iterable
        self._on_leak = on_leak
        self._record = record
        self._budget = budget
        self._lock = forks.Lock()
        self._probe: Probe | None = None
        self._branch: Branch | None = None
        self._counter = itertools.count(1)
        self.owner: Owner = ("", "")
        self.marks = 0
        self.diagnosis: Diagnosis | None = None
        forks.renew(self)

    # What it found

    @property
    def verdict(self) -> str:
        """One word: leak, growing, unexplained, bounded, retained, deferred, steady or too-short."""
        return str(self.diagnosis.verdict) if self.diagnosis is not None else "too-short"

    @property
    def sentence(self) -> str:
        """The verdict in one sentence."""
        return self.diagnosis.sentence if self.diagnosis is not None else "nothing was judged yet"

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The causes: rule, location, holder, rate, remedy."""
        return self.diagnosis.findings if self.diagnosis is not None else ()

    @property
    def probe(self) -> Probe | None:
        """The probe while this watch is open."""
        return self._probe

    @property
    def is_open(self) -> bool:
        """Whether it is watching now."""
        return self._branch is not None

    # Opening and closing

    def open(self, owner: Owner | None = None) -> Watch:
        """Starts to watch; `owner` is the (file, function) whose loop this is."""
        if self._branch is not None:
            raise RuntimeError("this watch is open already: make another one")
        self.owner = owner or _caller()
        self.marks, self.diagnosis = 0, None
        self._counter = itertools.count(1)
        self._reported: set[str] = set()
        self._suspected: dict[str, int] = {}
        self._collections = self._hurried = 0
        self._process = os.getpid()
        self._opened = time.perf_counter()
        self._due = self._opened + FIRST_GLANCE
        self._cost = 0.0
        self._start()
        self._others = {other.owner for other in list(_open_watches)}
        for other in list(_open_watches):
            other._others.add(self.owner)
        _open_watches.append(self)
        return self

    def _start(self) -> None:
        try:
            branch = Branch(self._record, lambda: self.marks)
        except OSError as error:
            if self._record is not None:
                raise
            warnings.warn(UNOBSERVED % error, RuntimeWarning, stacklevel=4)
            return
        try:
            self._probe, self._branch = watch_probe.join(branch, self._budget), branch
        except Exception as error:  # the program goes on whatever happens to the probe
            branch.close()
            warnings.warn(UNOBSERVED % error, RuntimeWarning, stacklevel=4)

    def after_fork(self) -> None:
        """In a forked child this watch is over; a probe that records the child, too, goes on counting."""
        self._branch, self._due = None, float("inf")
        if isinstance(self._probe, watch_probe.HostedProbe):
            self._probe = None

    def mark(self) -> None:
        """One round trip is done: a step, a request, an episode."""
        self.marks = next(self._counter)
        probe = self._probe
        if probe is not None:  # as Work.counter does it, without another call: this runs in every round
            work = probe.work
            work.counts["marks"] += 1
            now = clock()
            if now >= work.due:
                work.boundary()
            if now >= self._due:
                self._glance()

    def check(self) -> Diagnosis | None:
        """Judges now, whatever is due; returns the diagnosis and calls nobody."""
        probe, branch = self._probe, self._branch
        if probe is not None and branch is not None:
            probe.sampler.tally_now()
            self._judge(probe, branch)
        return self.diagnosis

    def close(self) -> Diagnosis | None:
        """Stops watching and judges, without telling anybody; returns the diagnosis."""
        probe, branch = self._let_go()
        if probe is None or branch is None:
            return self.diagnosis
        try:
            self._conclude(probe, branch)
        except Exception as error:  # Tensorleak's own fault is never the program's
            self.diagnosis = too_short("Tensorleak could not judge: %s" % error, VERSION)
        finally:
            watch_probe.leave(probe, branch)
            branch.close()
        return self.diagnosis

    def abandon(self) -> None:
        """Stops watching without a judgement: for a watch that its user dropped."""
        probe, branch = self._let_go()
        if probe is not None and branch is not None:
            watch_probe.leave(probe, branch)
            branch.close()

    def _let_go(self) -> tuple[Probe | None, Branch | None]:
        """(probe, branch) for the one caller that may end them; a forked child ends nothing of its parent's."""
        with self._lock:
            probe, branch = self._probe, self._branch
            self._probe = self._branch = None
        if self in _open_watches:
            _open_watches.remove(self)
        return (probe, branch) if branch is not None and os.getpid() == self._process else (None, None)

    # Judging

    def _glance(self) -> None:
        """A judgement in between; a leak counts once it was seen twice, the second time over clearly more marks."""
        with self._lock:
            probe, branch = self._probe, self._branch
            if probe is None or branch is None or time.perf_counter() < self._due or os.getpid() != self._process:
                return
            self._due = float("inf")  # no other thread meanwhile
        try:
            self._judge(probe, branch)
        except Exception as error:  # closed by another thread meanwhile, or a fault of the judge
            probe.fault("judge", error)
            return
        finally:
            self._due = time.perf_counter() + max(FIRST_GLANCE, self._share() * self._cost)
        self._tell([found for found in self._leaks() if self._seen_before(found)])

    def _leaks(self) -> tuple[Finding, ...]:
        return self.diagnosis.leaks if self.diagnosis is not None else ()

    def _share(self) -> float:
        """How many times its cost the next judgement has to wait."""
        said = self.diagnosis
        fresh = said is not None and any(found.fingerprint not in self._reported for found in said.leaks)
        if self._hurried >= MAX_HURRIED or not (fresh or (said is not None and said.verdict == "growing")):
            return GLANCE_SHARE
        self._hurried += 1
        return HURRIED_SHARE

    def _seen_before(self, found: Finding) -> bool:
        return self.marks >= CONFIRMED_AFTER * self._suspected.setdefault(found.fingerprint, self.marks)

    def _judge(self, probe: Probe, branch: Branch) -> None:
        started = time.perf_counter()
        diagnosis, questions = judge.glance(branch.path)
        self.diagnosis = self._own(diagnosis, probe)
        if "collect" in questions and self._collections < MAX_COLLECTIONS:
            self._collections += 1
            probe.looks.ask("collect")
        self._cost = time.perf_counter() - started

    def _conclude(self, probe: Probe, branch: Branch) -> None:
        """The last words: everything is read once more while the stretch's own locals are still there."""
        started = time.perf_counter()
        spent = started - self._opened
        if self.diagnosis is None and spent < MIN_SECONDS and self.marks < MIN_MARKS:
            self.diagnosis = too_short("only %d marks in %.2f s were seen" % (self.marks, spent), VERSION)
            return
        if probe.ready is not None:
            probe.sampler.tally_now()
            probe.looks.at_close(spent)
        self.diagnosis = self._own(judge.conclude(branch.path, probe.looks.collect), probe)
        self._cost = time.perf_counter() - started

    def end_call(self, seconds: float) -> None:
        """A decorated call is one round; a long one is also the end of a loop, if there was one, and is judged as such.

        Whether it was long is asked before the mark: a judgement in between, made by the mark, would put up the price.
        """
        probe, branch = self._probe, self._branch
        if probe is None or branch is None or seconds < max(CALL_SECONDS, CALL_SHARE * self._cost):
            self.mark()
            return
        self._due = float("inf")  # one judgement at one place
        self.mark()
        self._due = time.perf_counter() + FIRST_GLANCE
        try:
            self._conclude(probe, branch)
        except Exception as error:
            probe.fault("judge", error)
            return
        self._tell(self._leaks())

    def _own(self, diagnosis: Diagnosis, probe: Probe) -> Diagnosis:
        """The diagnosis less what evidently belongs to another watch of the process."""
        diagnosis = replace(diagnosis, recording=str(self._record or ""))
        others = self._others - {self.owner, ("", "")}
        if not others:
            return diagnosis
        elsewhere = [found for found in diagnosis.findings if self._made_elsewhere(found, probe.sites.rows, others)]
        return diagnosis.without(elsewhere)

    def _made_elsewhere(self, found: Finding, sites: list[Record], others: set[Owner]) -> bool:
        """Whether every stack that makes it passes through another watch's function and none through this one's."""
        if found.location is None:
            return False
        place = (os.path.basename(found.location.file), found.location.function)
        stacks = [
            [(frame[0], frame[2]) for frame in row["frames"]]
            for row in sites
            if row["frames"] and (os.path.basename(row["frames"][0][0]), row["frames"][0][2]) == place
        ]
        return bool(stacks) and all(
            len(stack) < MAX_FRAMES and self.owner not in stack and others.intersection(stack) for stack in stacks
        )

    # Telling

    def _tell(self, leaks: Iterable[Finding], may_raise: bool = True) -> None:
        """Does what the policy says about the leaks that were not told yet."""
        fresh = [found for found in leaks if found.fingerprint not in self._reported]
        if not fresh or self.diagnosis is None:
            return
        self._reported.update(found.fingerprint for found in fresh)
        if callable(self._on_leak):
            self._on_leak(self.diagnosis)
        elif self._on_leak == "raise" and may_raise:
            error = LeakError(leak_message(self.diagnosis))
            error.diagnosis = self.diagnosis
            raise error
        else:
            warn_of(self.diagnosis, self.owner[0])

    def finish(self, failed: bool = False) -> None:
        """Closes, and tells by the policy; an exception that is already on its way is never replaced."""
        diagnosis = self.close()
        if diagnosis is None:
            return
        if not failed:
            self._tell(diagnosis.leaks)
            return
        try:
            self._tell(diagnosis.leaks, may_raise=False)
        except Exception:  # the body's own exception is the one to see
            pass

    # The three forms

    def __enter__(self) -> Watch:
        self.open(_caller())
        _stack().append(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> Literal[False]:
        if self in _stack():
            _stack().remove(self)
        self.finish(failed=kind is not None)
        return False

    def __iter__(self) -> Items:
        if self._iterable is None:
            raise TypeError("this watch has nothing to iterate over: write watch(dataset)")
        return Items(self, iter(self._iterable), _caller())

    def __call__(self, function: Callable[..., Any]) -> Any:
        """As a decorator: calls of the function are the marks, over its whole life."""
        return decorated(function, self)


class Items:
    """The items of a watched iterable; it keeps none of them. Asking for the next one marks the end of a round."""

    def __init__(self, watch: Watch, items: Iterator[Any], owner: Owner) -> None:
        self._watch = watch.open(owner)
        self._items: Iterator[Any] | None = items
        self._thread = threading.get_ident()
        self._first = True
        _stack().append(watch)

    def __iter__(self) -> Items:
        return self

    def __next__(self) -> Any:
        if self._items is None:
            raise StopIteration
        try:
            if not self._first:
                self._watch.mark()
            self._first = False
            return next(self._items)
        except StopIteration:
            self._end().finish()
            raise
        except BaseException:
            self._end().finish(failed=True)
            raise

    def _end(self) -> Watch:
        self._items = None
        if self._watch in _stack():
            _stack().remove(self._watch)
        return self._watch

    def __del__(self) -> None:
        """The loop was left by `break` or an exception, and nothing can be raised here; a collector only tidies up."""
        if getattr(self, "_items", None) is None:
            return
        if threading.get_ident() == self._thread:
            self._end().finish(failed=True)
        else:
            self._watch.abandon()


def decorated(function: Callable[..., Any], watch: Watch) -> Any:
    """`function`, watched from its first call on; `function.watch` is the watch, `function.watch.close()` ends it."""
    code = getattr(function, "__code__", None)
    owner = (code.co_filename, code.co_name) if code is not None else None
    lock = forks.Lock()
    opened: list[bool] = []

    def start() -> None:
        with lock:
            if not opened:  # once: closed by the user, it stays closed
                opened.append(True)
                watch.open(owner)
                atexit.register(_finish, weakref.ref(watch))

    @functools.wraps(function)
    def wrapper(*args: object, **kwargs: object) -> object:  # types that also the program can resolve
        if not opened:
            start()
        started = time.perf_counter()
        stack = _stack()
        stack.append(watch)
        try:
            result = function(*args, **kwargs)
        finally:
            stack.remove(watch)
        watch.end_call(time.perf_counter() - started)
        return result

    weakref.finalize(wrapper, watch.abandon).atexit = False
    wrapper.watch = watch  # type: ignore[attr-defined]
    return wrapper


def _finish(reference: Callable[[], Watch | None]) -> None:
    """At exit: the last words of a decorated function."""
    watch = reference()
    if watch is not None:
        watch.finish(failed=True)


class _Entrance:
    """What users call: `watch(...)`, `@watch`, and `watch.mark()` for the innermost open watch."""

    __name__ = "watch"

    def __call__(
        self,
        subject: Any = None,
        on_leak: str | Callable[[Diagnosis], object] = "warn",
        record: str | os.PathLike[str] | None = None,
    ) -> Any:
        """Watches a stretch of code; on_leak is "warn", "raise" or a function of the diagnosis, record a file to keep."""
        if subject is not None and not hasattr(subject, "__iter__") and not hasattr(subject, "__getitem__"):
            if not callable(subject):
                raise TypeError("watch takes an iterable or a function, not %s" % type(subject).__name__)
            return decorated(subject, Watch(None, on_leak, record))
        return Watch(subject, on_leak, record)

    @staticmethod
    def mark() -> None:
        """One round trip of the innermost watch of this thread, or of the newest one in the process; a no-op without."""
        watch = innermost()
        if watch is not None:
            watch.mark()

    def __repr__(self) -> str:
        return "<tensorleak.watch>"


@atexit.register
def _tidy() -> None:
    """At exit: no file of a watch that was never closed is left behind."""
    for open_watch in list(_open_watches):
        open_watch.abandon()


watch = _Entrance()
