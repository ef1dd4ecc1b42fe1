"""Learning curve of a small network for many seeds (graph mode)."""
import gc
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)


class Trial(object):
    """A graph, a session and a tiny training loop."""

    history = []

    def __init__(self, seed, width):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1.set_random_seed(seed)
            self.x = v1.placeholder(tf.float32, [None, 20])
            self.y = v1.placeholder(tf.float32, [None, 1])
            hidden = v1.layers.dense(self.x, width, activation=tf.nn.relu)
            self.loss = tf.reduce_mean(tf.square(v1.layers.dense(hidden, 1) - self.y))
            self.step = v1.train.MomentumOptimizer(0.01, 0.9).minimize(self.loss)
            self.init = v1.global_variables_initializer()
        self.session = v1.Session(graph=self.graph)
        Trial.history.append(self)

    def run(self, inputs, targets, steps):
        self.session.run(self.init)
        feed = {self.x: inputs, self.y: targets}
        for _ in range(steps):
            self.session.run(self.step, feed)
        return float(self.session.run(self.loss, feed))

    @classmethod
    def close_all(cls):
        for trial in cls.history:
            trial.session.close()
        del cls.history[:]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    rng = np.random.RandomState(2)
    inputs = rng.normal(size=(64, 20)).astype(np.float32)
    targets = np.tanh(inputs[:, :1]) + inputs[:, 1:2]
    sums = np.zeros(3)
    for seed in range(rounds):
        for column, width in enumerate((8, 64)):
            sums[column] += Trial(seed, width).run(inputs, targets, steps=12)
        Trial.close_all()
        gc.collect()
        sums[2] += 1
    print("trials %d mean losses %s" % (sums[2], np.round(sums[:2] / sums[2], 2)))


if __name__ == "__main__":
    main()
