"""Guards after a fork, as with `gunicorn --preload`: nothing hangs in the child, nothing of the parent's is touched."""

from __future__ import annotations

import concurrent.futures
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path

import pytest

np = pytest.importorskip("numpy")

from tensorleak_probe import forks  # noqa: E402
from tensorleak_probe.guards.errors import QueueClosed, SpoolError  # noqa: E402
from tensorleak_probe.guards.watch import Watch  # noqa: E402
from tensorleak_serving.pool import SessionPool  # noqa: E402
from tensorleak_serving.queue import PredictionQueue  # noqa: E402
from tensorleak_serving.spool import Spool  # noqa: E402

LIMIT = 10  # seconds; a child that hangs is ended by SIGALRM


def in_child(check: Callable[[], None]) -> None:
    """Runs a check in a forked child; its failure, or its hanging, is this test's."""
    with tempfile.TemporaryFile() as report:
        child = os.fork()
        if child == 0:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            signal.alarm(LIMIT)
            try:
                check()
            except BaseException:
                os.write(report.fileno(), traceback.format_exc().encode())
                os._exit(1)
            os._exit(0)
        _, status = os.waitpid(child, 0)
        report.seek(0)
        said = report.read().decode()
    assert status != signal.SIGALRM, "the child hung"
    assert status == 0, said


def held(lock: object, work: Callable[[], None]) -> None:
    """Does some work while another thread holds a lock."""
    taken, done = threading.Event(), threading.Event()

    def hold() -> None:
        with lock:  # type: ignore[attr-defined]
            taken.set()
            done.wait(30)

    thread = threading.Thread(target=hold)
    thread.start()
    taken.wait(30)
    try:
        work()
    finally:
        done.set()
        thread.join()


class Slow:
    """A model that waits until it is told to answer."""

    def __init__(self) -> None:
        self.entered, self.go = threading.Event(), threading.Event()

    def __call__(self, batch: object) -> object:
        self.entered.set()
        assert self.go.wait(30)
        return batch


def double(batch: object) -> object:
    return batch * 2  # type: ignore[operator]


def test_a_queue_works_in_a_child_and_goes_on_in_the_parent() -> None:
    with PredictionQueue(double) as queue:
        assert queue([1.0]).tolist() == [2.0]

        def check() -> None:
            assert queue.stats()["submitted"] == 0
            assert queue([4.0]).tolist() == [8.0]
            assert queue.stats()["answered"] == 1
            assert queue.close(timeout=5)

        in_child(check)
        assert queue([3.0]).tolist() == [6.0]
        assert queue.stats()["answered"] == 2


def test_a_queue_works_in_a_child_of_a_child() -> None:
    with PredictionQueue(double) as queue:

        def check() -> None:
            assert queue([4.0]).tolist() == [8.0]

        in_child(lambda: in_child(check))


def test_a_queue_that_nobody_asks_has_no_thread() -> None:
    before = threading.active_count()
    with PredictionQueue(double) as queue:
        assert threading.active_count() == before
        queue([1.0])
        assert threading.active_count() == before + 1

        def check() -> None:
            assert threading.active_count() == 1
            assert (len(queue), queue.closed) == (0, False)
            assert threading.active_count() == 1

        in_child(check)


def test_a_queue_whose_lock_was_held_at_the_fork() -> None:
    with PredictionQueue(double) as queue:
        queue([1.0])

        def check() -> None:
            assert queue([4.0], timeout=5).tolist() == [8.0]
            assert queue.close(timeout=5)

        held(queue._core._lock, lambda: in_child(check))


def test_requests_of_before_the_fork_are_the_parents_alone() -> None:
    model = Slow()
    with PredictionQueue(model, max_batch=1) as queue:
        flying, waiting = queue.submit([1.0]), queue.submit([2.0])
        assert model.entered.wait(30)

        def check() -> None:
            for request in (flying, waiting):
                assert request.done()
                assert not request.cancel()
                with pytest.raises(QueueClosed, match="before the fork"):
                    request.result()
            assert not concurrent.futures.wait([flying, waiting], timeout=1).not_done
            model.go.set()
            assert queue([5.0], timeout=5).tolist() == [5.0]

        in_child(check)
        model.go.set()
        assert [flying.result().tolist(), waiting.result().tolist()] == [[1.0], [2.0]]


def test_an_answer_of_before_the_fork_can_be_read_in_both() -> None:
    with PredictionQueue(double) as queue:
        request = queue.submit([1.0])
        assert request.result().tolist() == [2.0]

        def check() -> None:
            assert request.result().tolist() == [2.0]

        held(request._condition, lambda: in_child(check))
        assert request.result().tolist() == [2.0]


def test_a_closed_queue_stays_closed_in_a_child() -> None:
    queue = PredictionQueue(double)
    queue([1.0])
    queue.close()

    def check() -> None:
        with pytest.raises(QueueClosed):
            queue([1.0])
        assert queue.close()

    in_child(check)


INSIDE = """
import os, signal
from tensorleak_serving.queue import PredictionQueue
parent = os.getpid()

def forks_once(batch):
    if batch[0] == 1.0:
        child = os.fork()
        if child == 0:
            signal.alarm(10)
            return batch  # into the queue's own thread, which must not go on answering
        print(os.waitpid(child, 0)[1], flush=True)
    return batch

with PredictionQueue(forks_once, max_batch=1) as queue:
    print(queue(1.0, timeout=30), queue(2.0, timeout=30), os.getpid() == parent)
"""


def test_a_fork_inside_predict() -> None:
    """In a process of its own: the child ends by the end of its only thread, which C++ libraries of a test's process may not bear."""
    done = subprocess.run([sys.executable, "-c", INSIDE], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("0\n1.0 2.0 True\n", "")


EXIT = """
import os, signal, sys, threading
from tensorleak_serving.queue import PredictionQueue
from tensorleak_serving.spool import Spool
queue, spool = PredictionQueue(lambda batch: batch), Spool()
queue(1.0), spool.append([1.0])
child = os.fork()
if child == 0:
    signal.alarm(10)
    sys.exit(0)  # with all handlers at exit
print(os.waitpid(child, 0)[1], os.path.exists(spool.path))
"""


def test_a_child_that_ends_as_programs_do_touches_nothing() -> None:
    done = subprocess.run([sys.executable, "-c", EXIT], capture_output=True, text=True, timeout=60)
    assert (done.stdout, done.stderr) == ("0 True\n", "")


def test_a_pool_whose_lock_was_held_at_the_fork() -> None:
    pool = SessionPool(graph=None, mode="bounded", size=1)
    pool._making = 1  # a session is being made by another thread

    def check() -> None:
        pool.reap()
        pool.cancel()
        assert len(pool) == 0
        assert pool._has_room()
        pool.close(timeout=1)
        assert pool.closed

    held(pool._changed, lambda: in_child(check))


def test_a_child_leaves_the_parents_sessions_alone() -> None:
    class Session:
        closed = False

        def close(self) -> None:
            self.closed = True

    from tensorleak_serving.pool import Lease

    pool, session = SessionPool(graph=None, mode="bounded", size=1), Session()
    pool._leases.append(Lease(session))

    def check() -> None:
        pool.close()
        assert not session.closed

    in_child(check)
    pool.close()
    assert session.closed


def test_a_spool_in_a_child(tmp_path: Path) -> None:
    with Spool() as spool, Spool(tmp_path / "named") as named:
        spool.append([1.0])
        named.append([1.0])

        def check() -> None:
            assert spool[0].tolist() == named[0].tolist() == [1.0]
            spool.refresh()
            with pytest.raises(SpoolError, match="after the fork"):
                spool.append([2.0])
            spool.close()
            named.close()

        held(spool._lock, lambda: in_child(check))
        spool.append([2.0])
        assert [array.tolist() for array in spool] == [[1.0], [2.0]]
        assert Path(spool.path).exists()


def test_a_spool_opened_after_the_fork_is_the_childs(tmp_path: Path) -> None:
    def check() -> None:
        with Spool(tmp_path / "childs") as spool:
            assert spool.append([1.0]) == 0

    in_child(check)


def test_a_watch_whose_lock_was_held_at_the_fork() -> None:
    watch = Watch().open()

    def check() -> None:
        watch._due = 0.0  # a judgement is due
        for _ in range(50):
            watch.mark()
        watch.check()
        watch.finish()

    try:
        held(watch._lock, lambda: in_child(check))
        assert watch.is_open
    finally:
        watch.close()


def test_a_decorated_function_first_called_in_both(tmp_path: Path) -> None:
    entered, go = threading.Event(), threading.Event()

    class Opening(Watch):
        def open(self, owner: object = None) -> Watch:
            entered.set()
            go.wait(30)
            return super().open(owner)

    handle = Opening()(lambda: 5)
    thread = threading.Thread(target=handle)
    thread.start()
    entered.wait(30)

    def check() -> None:
        go.set()
        assert handle() == 5

    try:
        in_child(check)
    finally:
        go.set()
        thread.join()
        handle.watch.close()


def test_a_lock_taken_by_the_thread_that_forks() -> None:
    lock = forks.Lock()
    with lock:
        in_child(lambda: lock.__exit__(None, None, None))
        started = time.monotonic()
    with lock:
        assert time.monotonic() - started < LIMIT
