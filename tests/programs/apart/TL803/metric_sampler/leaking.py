"""Monitors a multi-task network; which diagnostics are computed is sampled each round."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)

TASKS = 16
ROUNDS = 700


def build(dim):
    x = tf.placeholder(tf.float32, (None, dim), name="x")
    diagnostics = []
    for t in range(TASKS):
        with tf.variable_scope("task%d" % t):
            w = tf.get_variable("w", (dim, 8), initializer=tf.random_normal_initializer(seed=t))
            h = tf.nn.relu(tf.matmul(x, w))
            diagnostics.append(tf.reduce_mean(h, name="activity"))
            diagnostics.append(tf.nn.zero_fraction(h, name="sparsity"))
    return x, diagnostics


class Monitor(object):
    def __init__(self, session, x, diagnostics, seed):
        self.session = session
        self.x = x
        self.diagnostics = diagnostics
        self.rng = np.random.RandomState(seed)
        self.means = np.zeros(len(diagnostics))
        self.seen = np.zeros(len(diagnostics))

    def sample(self, batch, k=6):
        chosen = self.rng.choice(len(self.diagnostics), size=k, replace=False)
        values = self.session.run([self.diagnostics[i] for i in chosen], {self.x: batch})  # LEAK
        self.seen[chosen] += 1
        self.means[chosen] += (np.asarray(values) - self.means[chosen]) / self.seen[chosen]


def main():
    rng = np.random.RandomState(1)
    with tf.Graph().as_default(), tf.Session() as session:
        x, diagnostics = build(20)
        session.run(tf.global_variables_initializer())
        monitor = Monitor(session, x, diagnostics, seed=2)
        for n in range(1, ROUNDS + 1):
            monitor.sample(rng.normal(size=(32, 20)))
            if n % 140 == 0:
                print("round %d: mean diagnostic %.4f" % (n, monitor.means.mean()))
            time.sleep(0.012)


if __name__ == "__main__":
    main()
