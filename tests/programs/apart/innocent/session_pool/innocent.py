"""Scores tenants' rows with a pool of sessions over one graph."""
import collections
import sys
import threading

import numpy as np
import tensorflow as tf


class SessionPool(object):
    def __init__(self, graph, size):
        self.graph = graph
        self.size = size
        self.opened = []
        self.free = collections.deque()
        self.lock = threading.Lock()

    def take(self):
        with self.lock:
            if len(self.opened) == self.size:
                return self.free.popleft()
            session = tf.Session(graph=self.graph)
            self.opened.append(session)
            return session

    def give(self, session):
        with self.lock:
            self.free.append(session)


class Tenant(object):
    def __init__(self, pool, rng):
        self.pool = pool
        self.weights = rng.normal(size=(96, 48))
        self.last = None

    def score(self, tensors, rows):
        session = self.pool.take()
        try:
            self.last = session.run(tensors["score"], {tensors["rows"]: rows, tensors["weights"]: self.weights})
        finally:
            self.pool.give(session)
        return float(self.last.mean())


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.RandomState(521)
    with tf.Graph().as_default() as graph:
        tensors = {"rows": tf.placeholder(tf.float32, [None, 96]), "weights": tf.placeholder(tf.float32, [96, 48])}
        tensors["score"] = tf.nn.tanh(tf.matmul(tensors["rows"], tensors["weights"]))
    pool = SessionPool(graph, 6)
    tenants = {}
    total = 0.0
    for _ in range(requests):
        name = "tenant %d" % rng.randint(25)
        if name not in tenants:
            tenants[name] = Tenant(pool, rng)
        total += tenants[name].score(tensors, rng.normal(size=(256, 96)))
    print("%d tenants, mean %.4f" % (len(tenants), total / requests))


if __name__ == "__main__":
    main()
