"""Bounded results and the queue with real tensors and models."""

from __future__ import annotations

import gc
import threading
import weakref

import numpy as np
import pytest
import tensorflow as tf
from tensorleak_serving.pool import SessionPool
from tensorleak_serving.queue import PredictionQueue
from tensorleak_serving.scalars import ScalarLog
from tensorleak_serving.spool import Spool


def eager():
    from tensorflow.python.eager import context

    return context.eager_mode()


def test_tensors_become_numbers_and_die():
    log, refs = ScalarLog(), []
    with eager(), Spool() as spool:
        for number in range(5):
            tensor = tf.constant(float(number))
            log.append(loss=tensor, square=tensor * tensor)
            spool.append(tf.fill([3], number))
            refs.append(weakref.ref(tensor))
        del tensor
        gc.collect()
        assert [ref() for ref in refs] == [None] * 5
        assert [array.tolist() for array in spool] == [[number] * 3 for number in range(5)]
        with pytest.raises(TypeError, match=r"convert"):
            spool.append(tf.constant(["text"]))
    assert log.values("square") == [0.0, 1.0, 4.0, 9.0, 16.0]


def test_a_symbolic_tensor_has_no_value():
    with tf.Graph().as_default(), pytest.raises(TypeError, match=r"session.run"):
        ScalarLog().append(tf.constant(1.0))


def ask_from_threads(queue, expected):
    wrong = []

    def work(number):
        for _ in range(10):
            answer = queue(np.full(4, number, np.float32), timeout=60)
            if not np.allclose(answer, expected(number)):
                wrong.append((number, answer))

    threads = [threading.Thread(target=work, args=(number,)) for number in range(64)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert wrong == []


def test_the_queue_before_a_session():
    graph = tf.Graph()
    with graph.as_default():
        x = tf.compat.v1.placeholder(tf.float32, [None, 4])
        y = tf.reduce_sum(x, axis=1)
    pool = SessionPool(graph, "bounded", size=1)
    with pool, PredictionQueue(lambda batch: pool.run(y, {x: batch})) as queue:
        ask_from_threads(queue, lambda number: 4.0 * number)


def test_the_queue_before_a_keras_model():
    keras = tf.keras
    if tf.__version__.startswith("1."):
        graph = tf.Graph()
        session = tf.compat.v1.Session(graph=graph)
        with graph.as_default(), session.as_default():
            model = keras.Sequential([keras.layers.Dense(1, input_shape=(4,), kernel_initializer="ones")])
            model.predict(np.zeros((1, 4), np.float32))

        def predict(batch):
            with graph.as_default(), session.as_default():
                return model.predict(batch)
    else:
        model = keras.Sequential([keras.layers.Input((4,)), keras.layers.Dense(1, kernel_initializer="ones")])
        predict = model.predict_on_batch
    with PredictionQueue(predict) as queue:
        ask_from_threads(queue, lambda number: [4.0 * number])
