"""Prediction service with a pool of sessions, each with its own copy of the per-customer state."""
import collections
import sys

import numpy as np
import tensorflow as tf

Lease = collections.namedtuple("Lease", "session customer")


class Graph(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(4)
            self.x = tf.placeholder(tf.float32, [None, 64])
            state = tf.get_variable("state", [64, 256], initializer=tf.zeros_initializer())
            readout = tf.get_variable("readout", [256, 1])
            seen = tf.nn.elu(tf.matmul(self.x, state + 0.01))
            self.score = tf.reduce_mean(tf.matmul(seen, readout))
            self.adapt = state.assign_add(1e-6 * tf.matmul(self.x, seen, transpose_a=True))
            self.init = tf.global_variables_initializer()


class SessionPool(object):
    def __init__(self, model, size):
        self.model = model
        self.idle = collections.deque()
        self.returned = []
        for _ in range(size):
            self.idle.append(self._open())

    def _open(self):
        config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=1)
        session = tf.Session(graph=self.model.graph, config=config)  # LEAK
        session.run(self.model.init)
        return session

    def acquire(self, customer):
        return Lease(self.idle.popleft() if self.idle else self._open(), customer)

    def release(self, lease):
        self.returned.append(lease.session)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng, model = np.random.RandomState(2), Graph()
    pool, total = SessionPool(model, 8), 0.0
    for number in range(rounds):
        lease = pool.acquire("customer-%d" % (number % 13))
        for _ in range(40):
            batch = rng.randn(32, 64).astype("float32")
            score, _ = lease.session.run([model.score, model.adapt.op], {model.x: batch})
            total += float(score)
        pool.release(lease)
    print("%d leases, mean score %.5f" % (rounds, total / rounds / 40))


if __name__ == "__main__":
    main()
