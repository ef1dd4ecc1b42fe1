"""The pool of sessions with real threads and stand-in sessions; with real ones it is tested in the lanes."""

from __future__ import annotations

import gc
import threading
import time

import pytest
from tensorleak_probe.guards.errors import PoolCancelled, PoolClosed, PoolTimeout
from tensorleak_serving import pool as pool_module
from tensorleak_serving.pool import SessionPool


class Graph:
    def as_default(self):
        return threading.Lock()


class Session:
    made = []

    def __init__(self, graph, config):
        self.closed = False
        Session.made.append(self)

    def as_default(self):
        return threading.Lock()

    def close(self):
        self.closed = True


class TensorFlow:
    Session = Session


@pytest.fixture(autouse=True)
def stand_in(monkeypatch):
    Session.made = []
    monkeypatch.setattr(pool_module, "tensorflow_v1", lambda: TensorFlow)


def in_threads(count, work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert not any(thread.is_alive() for thread in threads)


def holding(pool):
    """A thread that has a session until it is told to let go."""
    taken, let_go = threading.Event(), threading.Event()

    def work():
        with pool.session():
            taken.set()
            let_go.wait(20)

    thread = threading.Thread(target=work)
    thread.start()
    assert taken.wait(5)
    return thread, let_go


def all_closed():
    return all(session.closed for session in Session.made)


def test_64_threads_share_4_sessions_and_never_the_same_one_at_a_time():
    prepared, busy, clashes = [], set(), []
    with SessionPool(Graph(), "bounded", size=4, prepare=prepared.append) as pool:

        def work(number):
            for _ in range(20):
                with pool.session(timeout=30) as session:
                    if id(session) in busy:
                        clashes.append(number)
                    busy.add(id(session))
                    time.sleep(0.0002)
                    busy.discard(id(session))

        in_threads(64, work)
    assert clashes == [] and 1 <= len(Session.made) <= 4 and prepared == Session.made and all_closed()


def test_per_thread_sessions_are_kept_by_their_thread_and_closed_after_it():
    seen = {}
    barrier = threading.Barrier(16)
    pool = SessionPool(Graph())

    def work(number):
        sessions = set()
        for _ in range(5):
            with pool.session() as session:
                sessions.add(session)
        barrier.wait(10)
        seen[number] = sessions

    in_threads(16, work)
    assert len(Session.made) == 16 and all(len(sessions) == 1 for sessions in seen.values())
    with pool.session():
        assert len(pool) == 1  # asking closed those of the dead threads
    assert [session.closed for session in Session.made] == [True] * 16 + [False]
    pool.close()
    pool.close()
    assert all_closed() and pool.closed


def test_nested_blocks_of_a_thread_get_the_same_session():
    with SessionPool(Graph(), "bounded", size=1) as pool, pool.session() as outer, pool.session(timeout=1) as inner:
        assert outer is inner


def test_time_out_names_the_figures():
    pool = SessionPool(Graph(), "bounded", size=1)
    thread, let_go = holding(pool)
    with pytest.raises(PoolTimeout, match="1 of 1 in use"), pool.session(timeout=0.1):
        pass
    let_go.set()
    thread.join(5)
    with pool.session(timeout=5):
        pass
    pool.close()


def test_a_bound_on_threads_waits_for_one_to_end():
    pool = SessionPool(Graph(), "per-thread", size=1)
    thread, let_go = holding(pool)
    with pytest.raises(PoolTimeout), pool.session(timeout=0.1):
        pass
    threading.Timer(0.1, let_go.set).start()
    with pool.session(timeout=5):
        assert Session.made[0].closed
    pool.close()
    thread.join(5)


def test_close_waits_for_blocks_and_refuses_new_ones():
    pool = SessionPool(Graph(), "bounded", size=1)
    thread, let_go = holding(pool)
    refused = []

    def ask():
        try:
            with pool.session():
                pass
        except PoolClosed as error:
            refused.append(error)

    waiting = threading.Thread(target=ask)
    waiting.start()
    threading.Timer(0.2, let_go.set).start()
    started = time.monotonic()
    pool.close()
    assert time.monotonic() - started > 0.1 and all_closed()
    waiting.join(5)
    assert len(refused) == 1
    ask()
    assert len(refused) == 2
    thread.join(5)


@pytest.mark.parametrize("options", [{"wait": False}, {"timeout": 0.1}])
def test_close_at_once(options):
    pool = SessionPool(Graph(), "bounded", size=1)
    thread, let_go = holding(pool)
    started = time.monotonic()
    pool.close(**options)
    assert time.monotonic() - started < 5 and all_closed()
    let_go.set()
    thread.join(5)


def test_cancel_ends_waits_and_running_steps_and_leaves_the_pool_usable():
    pool = SessionPool(Graph(), "bounded", size=1)
    thread, let_go = holding(pool)
    threading.Timer(0.1, pool.cancel).start()
    with pytest.raises(PoolCancelled), pool.session():
        pass
    assert Session.made[0].closed
    with pool.session(timeout=1) as fresh:
        assert fresh is not Session.made[0]
    let_go.set()
    thread.join(5)
    pool.close()
    assert all_closed()


def test_a_preparation_that_fails_costs_no_place():
    attempts = []

    def prepare(session):
        attempts.append(session)
        if len(attempts) == 1:
            raise OSError("no checkpoint")

    with SessionPool(Graph(), "bounded", size=1, prepare=prepare) as pool:
        with pytest.raises(OSError), pool.session():
            pass
        assert attempts[0].closed
        with pool.session(timeout=1) as session:
            assert session is attempts[1]


def test_an_error_in_the_block_gives_the_session_back():
    with SessionPool(Graph(), "bounded", size=1) as pool:
        with pytest.raises(KeyError), pool.session():
            raise KeyError("x")
        with pool.session(timeout=1):
            pass
    with pytest.raises(KeyError), SessionPool(Graph()) as pool, pool.session():
        raise KeyError("y")
    assert all_closed()


def test_the_session_of_a_thread_that_died_in_its_block_is_recovered():
    pool = SessionPool(Graph(), "bounded", size=1)
    kept = []

    def work():
        block = pool.session()
        block.__enter__()
        kept.append(block)

    in_threads(1, lambda _: work())
    gc.collect()
    with pool.session(timeout=5):
        assert Session.made[0].closed
    kept.clear()
    pool.close()
    assert all_closed()


@pytest.mark.parametrize("options", [{"mode": "shared"}, {"mode": "bounded", "size": 0}])
def test_senseless_options_are_refused(options):
    with pytest.raises(ValueError):
        SessionPool(Graph(), **options)
