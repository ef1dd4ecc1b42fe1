"""Curve fitting jobs; each has its own graph, which goes away with the job (TensorFlow 1)."""
import gc
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 120


class Fit(object):
    def __init__(self, x, y, degree):
        self.graph = tf.Graph()
        with self.graph.as_default():
            powers = np.stack([x ** n for n in range(degree + 1)], axis=1)
            basis = tf.constant(powers.astype(np.float32))
            goal = tf.constant(y.astype(np.float32)[:, None])
            self.weight = tf.get_variable("weight", [degree + 1, 1])
            self.loss = tf.reduce_mean(tf.square(tf.matmul(basis, self.weight) - goal))
            self.train = tf.train.AdamOptimizer(0.05).minimize(self.loss)
            self.start = tf.global_variables_initializer()

    def run(self, steps):
        with tf.Session(graph=self.graph) as session:
            session.run(self.start)
            for _ in range(steps):
                session.run(self.train)
            return session.run([self.loss, self.weight])


def main():
    rng = np.random.RandomState(0)
    best = []
    for number in range(ROUNDS):
        x = rng.uniform(-1, 1, size=20000)
        y = np.sin(3 * x) + 0.1 * rng.normal(size=len(x))
        loss, weight = Fit(x, y, degree=5).run(40)
        best = sorted(best + [(float(loss), number)])[:5]
        if number % 5 == 4:
            gc.collect()
        if number % 30 == 0:
            print("job", number, "loss %.4f" % loss, "best", best[0])


if __name__ == "__main__":
    main()
