"""Ranking service that returns score buffers to a pool when their user is gone."""
import sys
import weakref

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 5600


class Pool:
    """Counts the bytes that are lent out, for the capacity dashboard."""

    def __init__(self):
        self.lent = 0
        self.returned = 0

    def lend(self, buffer):
        self.lent += buffer.nbytes
        return buffer

    def give_back(self, buffer):
        self.returned += buffer.nbytes


class Ticket:
    def __init__(self, ident, scores):
        self.ident = ident
        self.scores = scores

    def best(self, count):
        return np.argpartition(-self.scores, count)[:count]


class Engine:
    def __init__(self, documents):
        self.documents = tf.random.normal((documents, 192), stddev=0.2)
        self.tower = [tf.random.normal((192, 192), stddev=0.1) for _ in range(8)]

    def scores(self, query):
        for weight in self.tower:
            query = tf.nn.relu(query @ weight)
        return tf.linalg.matvec(self.documents, tf.reduce_max(query, axis=0)).numpy()


class Service:
    def __init__(self, engine, pool):
        self.engine, self.pool = engine, pool

    def open_ticket(self, ident, query):
        scores = self.pool.lend(self.engine.scores(query))
        ticket = Ticket(ident, scores)
        weakref.finalize(self.engine, self.pool.give_back, scores)  # LEAK
        return ticket


def main():
    rng = np.random.default_rng(21)
    pool = Pool()
    service = Service(Engine(8000), pool)
    for ident in range(ROUNDS):
        query = tf.constant(rng.normal(size=(48, 192)).astype("float32"))
        ticket = service.open_ticket(ident, query)
        top = ticket.best(5)
        if ident % 800 == 0:
            print(ident, top, pool.lent // 1024, "KiB lent")


if __name__ == "__main__":
    main()
