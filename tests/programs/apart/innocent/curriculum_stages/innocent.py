"""Trains on harder and harder sequences; each stage has a loss of its own on the same network."""
import sys

import numpy as np
import tensorflow as tf

WIDTH = 32


class Learner(object):
    def __init__(self):
        self.rows = tf.placeholder(tf.float32, [None, WIDTH])
        values = tf.layers.dense(self.rows, 96, activation=tf.nn.relu, name="inner")
        self.restored = tf.layers.dense(values, WIDTH, name="outer")
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def stage(self, power):
        """The training step of a stage."""
        error = tf.abs(self.restored - self.rows)
        loss = tf.reduce_mean(tf.pow(error + 1e-3, power)) + 1e-4 * tf.reduce_mean(tf.square(self.restored))
        return loss, tf.train.GradientDescentOptimizer(0.02).minimize(loss)

    def learn(self, stage, rows):
        return self.session.run(stage, {self.rows: rows})[0]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    rng = np.random.RandomState(14)
    learner = Learner()
    starts = {steps * number // 20: 1.0 + 0.25 * number for number in range(5)}
    for step in range(steps):
        if step in starts:
            stage = learner.stage(starts[step])
        loss = learner.learn(stage, rng.normal(size=(128, WIDTH)))
    print("%d steps in %d stages, loss below two: %s" % (steps, len(starts), loss < 2.0))


if __name__ == "__main__":
    main()
