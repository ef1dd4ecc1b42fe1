"""Answers nearest-neighbour queries with a pool of threads over one session."""
import concurrent.futures
import sys
import time

import numpy as np
import tensorflow as tf


class Index(object):
    def __init__(self, size=6000, width=64):
        rng = np.random.RandomState(361)
        self.queries = tf.placeholder(tf.float32, [None, width])
        table = tf.constant(rng.normal(size=(size, width)), tf.float32)
        self.nearness = tf.matmul(self.queries, table, transpose_b=True)
        self.session = tf.Session()

    def search(self, queries):
        return self.session.run(self.nearness, {self.queries: queries})


class Frontend(object):
    """Hands queries to the pool, and tells at the end how many failed."""

    def __init__(self, index, workers=2):
        self.index = index
        self.pool = concurrent.futures.ThreadPoolExecutor(workers)
        self.submitted = 0
        self.errors = []
        self.nearest = 0

    def ask(self, queries):
        future = self.pool.submit(self.index.search, queries)
        self.submitted += 1
        future.add_done_callback(self.note)
        return future

    def failed(self):
        return len(self.errors)

    def note(self, future):
        if future.exception() is not None:
            self.errors.append(str(future.exception()))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.RandomState(362)
    frontend = Frontend(Index())
    for _ in range(rounds):
        time.sleep(0.003)
        waiting = [frontend.ask(rng.normal(size=(2, 64))) for _ in range(2)]
        for future in concurrent.futures.as_completed(waiting):
            frontend.nearest += int(future.result().argmax() % 2)
    print("%d even answers, %d failed" % (frontend.nearest, frontend.failed()))


if __name__ == "__main__":
    main()
