"""The pool with real sessions: variables, time-outs and cancellation of steps that run."""

from __future__ import annotations

import threading
import time

import pytest
import tensorflow.compat.v1 as tf
from tensorleak_probe.guards.errors import PoolClosed
from tensorleak_serving.pool import SessionPool


class Service:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.x = tf.placeholder(tf.float32, [])
            self.y = self.x * tf.get_variable("scale", [], initializer=tf.constant_initializer(3.0))
            self.initialise = tf.global_variables_initializer()
            self.endless = tf.queue.FIFOQueue(1, tf.float32).dequeue()

    def prepare(self, session):
        session.run(self.initialise)


def in_threads(count, work):
    threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not any(thread.is_alive() for thread in threads)


@pytest.mark.parametrize("mode", ["per-thread", "bounded"])
def test_64_threads(mode):
    service = Service()
    ops, answers, most = len(service.graph.get_operations()), {}, []
    with SessionPool(service.graph, mode, size=None if mode == "per-thread" else 4, prepare=service.prepare) as pool:

        def work(number):
            for _ in range(3):
                with pool.session(timeout=60) as session:
                    answers[number] = session.run(service.y, {service.x: number})
            most.append(len(pool))

        in_threads(64, work)
    assert answers == {number: 3.0 * number for number in range(64)}
    assert len(service.graph.get_operations()) == ops and len(pool) == 0
    assert mode == "per-thread" or max(most) <= 4


def test_a_step_beyond_its_time():
    service = Service()
    with SessionPool(service.graph, "bounded", size=1, prepare=service.prepare) as pool:
        started = time.monotonic()
        with pytest.raises(tf.errors.DeadlineExceededError):
            pool.run(service.endless, timeout=0.3)
        assert time.monotonic() - started < 10
        assert pool.run(service.y, {service.x: 2.0}) == 6.0


@pytest.mark.parametrize("end", ["cancel", "close"])
def test_a_running_step_is_cancelled(end):
    service = Service()
    pool = SessionPool(service.graph, "bounded", size=1, prepare=service.prepare)
    stopped = []

    def work(_):
        try:
            pool.run(service.endless)
        except tf.errors.CancelledError as error:
            stopped.append(error)

    threading.Timer(0.5, pool.cancel if end == "cancel" else lambda: pool.close(wait=False)).start()
    in_threads(1, work)
    assert len(stopped) == 1
    if end == "cancel":
        assert pool.run(service.y, {service.x: 1.0}, timeout=30) == 3.0
        pool.close()
    with pytest.raises(PoolClosed):
        pool.run(service.y, {service.x: 1.0})
