"""Crawler that scores each site with a worker of its own: graph, weights and session, all kept for a later report."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Worker:
    started = []

    def __init__(self, seed):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.pages = tf.placeholder(tf.float32, [None, 64])
            weights = tf.Variable(tf.random_normal([64, 64], seed=seed))
            self.score = tf.reduce_sum(tf.tanh(tf.matmul(self.pages, weights)))
            ready = tf.global_variables_initializer()
        self.session = tf.Session(graph=self.graph)  # LEAK
        self.session.run(ready)
        Worker.started.append(self)

    def rate(self, pages):
        return self.session.run(self.score, {self.pages: pages})


def main():
    sites = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rng = np.random.RandomState(1)
    best = -1e9
    for site in range(sites):
        worker = Worker(site)
        for _ in range(3):
            best = max(best, float(worker.rate(rng.normal(size=(200, 64)))))
    print("%d sites, %d workers, best %.1f" % (sites, len(Worker.started), best))


if __name__ == "__main__":
    main()
