"""Sessions over one graph for many threads: one per thread, or a bounded number that threads take in turn."""

from __future__ import annotations

import contextlib
import threading
import time
import weakref

from tensorleak_probe import forks
from tensorleak_probe.guards.errors import PoolCancelled, PoolClosed, PoolTimeout
from tensorleak_probe.guards.runtime import tensorflow_v1

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Callable, Iterator

MODES = ("per-thread", "bounded")
LOOK_FOR_DEAD = 0.05  # seconds: the end of a thread wakes nobody


class Lease:
    """One session of the pool: who has it, and how many blocks deep."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.depth = 0
        self.thread: weakref.ref[threading.Thread] | None = None
        self.cancelled = False

    def take(self) -> None:
        """Hands the session to the calling thread."""
        self.thread = weakref.ref(threading.current_thread())
        self.depth += 1

    def owned_by(self, thread: threading.Thread) -> bool:
        """Whether `thread` holds this session."""
        return self.thread is not None and self.thread() is thread

    def orphaned(self) -> bool:
        """Whether the thread that had it is gone."""
        if self.thread is None:
            return False
        thread = self.thread()
        return thread is None or not thread.is_alive()


class SessionPool:
    """Sessions over one graph, closed for certain: `with pool.session(timeout=2.0) as sess: sess.run(…)`.

    `mode="per-thread"` keeps one session for each thread (at most `size`, if given) and closes it when the thread has
    ended; `mode="bounded"` lends `size` sessions in turn. `prepare(session)` runs once for each new session: initialise
    or restore its variables there, since sessions do not share them. A forked child makes sessions of its own.
    """

    def __init__(
        self,
        graph: Any,
        mode: str = "per-thread",
        size: int | None = None,
        prepare: Callable[[Any], object] | None = None,
        config: Any = None,
    ) -> None:
        if mode not in MODES:
            raise ValueError("mode is %r: choose one of %s" % (mode, ", ".join(map(repr, MODES))))
        if size is None and mode == "bounded":
            size = 4
        if size is not None and size < 1:
            raise ValueError("size is %r: a pool needs at least one session" % (size,))
        self.graph = graph
        self.mode = mode
        self.size = size
        self._prepare = prepare
        self._config = config
        self._changed = threading.Condition()
        self._leases: list[Lease] = []
        self._making = 0
        self._waiting = 0
        self._epoch = 0
        self._closed = False
        self._inherited: list[Lease] = []
        forks.renew(self)

    def after_fork(self) -> None:
        """In a forked child: sessions that the parent made are neither used nor closed, the child makes its own."""
        self._changed = threading.Condition()
        self._inherited += self._leases  # kept: to free a session waits for threads that only the parent has
        self._leases = []
        self._making = self._waiting = 0

    def __enter__(self) -> SessionPool:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close(wait=kind is None)

    def __len__(self) -> int:
        return len(self._leases)

    @property
    def closed(self) -> bool:
        """Whether the pool gives out no more sessions."""
        return self._closed

    @contextlib.contextmanager
    def session(self, timeout: float | None = None) -> Iterator[Any]:
        """Lends a session; the same one again in nested blocks of one thread; `PoolTimeout` if none comes free in time."""
        lease = self._acquire(timeout)
        try:
            yield lease.session
        finally:
            self._release(lease)

    def run(self, fetches: Any, feed_dict: Any = None, timeout: float | None = None) -> Any:
        """One `session.run`; `timeout` bounds the wait for a session and the step together."""
        deadline = None if timeout is None else time.monotonic() + timeout
        with self.session(timeout) as session:
            if deadline is None:
                return session.run(fetches, feed_dict)
            left = max(1, int((deadline - time.monotonic()) * 1000))
            return session.run(fetches, feed_dict, options=tensorflow_v1().RunOptions(timeout_in_ms=left))

    def cancel(self) -> None:
        """Stops what runs and what waits, in all threads; the pool stays usable and makes new sessions when asked."""
        with self._changed:
            self._epoch += 1
            running = [lease for lease in self._leases if lease.depth]
            for lease in running:
                lease.cancelled = True
            self._leases = [lease for lease in self._leases if not lease.depth]
            self._changed.notify_all()
        self._close_sessions(running)

    def reap(self) -> None:
        """Closes the sessions of threads that have ended; happens at every request for a session, too."""
        with self._changed:
            dead = self._take_dead()
        self._close_sessions(dead)

    def close(self, wait: bool = True, timeout: float | None = None) -> None:
        """Closes all sessions, after their blocks have ended, or (`wait=False`, or past `timeout`) at once."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            if wait:
                self._wait_until_idle(timeout)
            leases, self._leases = self._leases, []
            for lease in leases:
                lease.cancelled = True
        self._close_sessions(leases)

    def _wait_until_idle(self, timeout: float | None) -> None:
        deadline = None if timeout is None else time.monotonic() + timeout
        while not self._idle() and (deadline is None or time.monotonic() < deadline):
            left = LOOK_FOR_DEAD if deadline is None else deadline - time.monotonic()
            self._changed.wait(max(0.0, min(left, LOOK_FOR_DEAD)))

    def _idle(self) -> bool:
        """Whether no block of another thread is open; one of the calling thread could never end while it waits."""
        me = threading.current_thread()
        busy = [lease for lease in self._leases if lease.depth and not lease.owned_by(me) and not lease.orphaned()]
        return not busy and not self._making

    def _acquire(self, timeout: float | None) -> Lease:
        deadline = None if timeout is None else time.monotonic() + timeout
        with self._changed:
            epoch = self._epoch
            self._waiting += 1
            try:
                while True:
                    lease = self._own() or self._free()
                    if lease is not None or self._has_room():
                        break
                    self._wait(deadline, epoch)
            finally:
                self._waiting -= 1
            if lease is not None:
                lease.take()
                return lease
            self._making += 1
        return self._make()

    def _own(self) -> Lease | None:
        """What the calling thread has already, however deep."""
        if self._closed:
            raise PoolClosed("the pool is closed: ask for sessions before close()")
        me = threading.current_thread()
        for lease in self._leases:
            if lease.owned_by(me) and (lease.depth or self.mode == "per-thread"):
                return lease
        return None

    def _free(self) -> Lease | None:
        if self.mode == "bounded":
            for lease in self._leases:
                if not lease.depth:
                    return lease
        return None

    def _has_room(self) -> bool:
        self._close_sessions(self._take_dead())
        return self.size is None or len(self._leases) + self._making < self.size

    def _wait(self, deadline: float | None, epoch: int) -> None:
        left = None if deadline is None else deadline - time.monotonic()
        if left is not None and left <= 0:
            raise PoolTimeout(
                "no session came free in time: %d of %d in use, %d waiting"
                % (len(self._leases) + self._making, self.size, self._waiting)  # type: ignore[str-format]
            )
        self._changed.wait(LOOK_FOR_DEAD if left is None else min(left, LOOK_FOR_DEAD))
        if epoch != self._epoch:
            raise PoolCancelled("the wait for a session was cancelled")

    def _make(self) -> Lease:
        """A new session, prepared outside the lock: restoring a model takes its time."""
        session = None
        try:
            session = tensorflow_v1().Session(graph=self.graph, config=self._config)
            if self._prepare is not None:
                with self.graph.as_default(), session.as_default():
                    self._prepare(session)
            lease = Lease(session)
            lease.take()
            return self._add(lease)
        except BaseException:
            if session is not None:
                session.close()
            raise
        finally:
            with self._changed:
                self._making -= 1
                self._changed.notify_all()

    def _add(self, lease: Lease) -> Lease:
        with self._changed:
            if self._closed:
                raise PoolClosed("the pool was closed while a session was being made")
            self._leases.append(lease)
        return lease

    def _release(self, lease: Lease) -> None:
        with self._changed:
            lease.depth -= 1
            if not lease.depth and self.mode == "bounded":
                lease.thread = None
            self._changed.notify_all()
        if lease.cancelled and not lease.depth:
            lease.session.close()

    def _take_dead(self) -> list[Lease]:
        dead = [lease for lease in self._leases if lease.orphaned()]
        if dead:
            self._leases = [lease for lease in self._leases if lease not in dead]
        return dead

    @staticmethod
    def _close_sessions(leases: list[Lease]) -> None:
        """Closes each, whatever the others do; closing also cancels the step that runs in it."""
        first = None
        for lease in leases:
            try:
                lease.session.close()
            except Exception as error:
                first = first or error
        if first is not None:
            raise first
