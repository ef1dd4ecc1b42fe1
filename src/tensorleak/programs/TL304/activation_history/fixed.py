"""Autoencoder training that watches its latent codes for dead units."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

INPUTS, CODE = 96, 24


class DeadUnitMonitor:
    def __init__(self, threshold=1e-3):
        self.threshold = threshold
        self.latest = None

    def observe(self, code):
        self.latest = code

    def dead_units(self):
        return int((np.abs(self.latest).max(axis=0) < self.threshold).sum())


class Autoencoder:
    def __init__(self):
        self.inputs = tf.placeholder(tf.float32, [None, INPUTS])
        encoder = tf.get_variable("encoder", [INPUTS, CODE])
        decoder = tf.get_variable("decoder", [CODE, INPUTS])
        self.code = tf.nn.relu(tf.matmul(self.inputs, encoder))
        self.loss = tf.reduce_mean(tf.square(tf.matmul(self.code, decoder) - self.inputs))
        self.train = tf.train.GradientDescentOptimizer(0.1).minimize(self.loss)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    tf.set_random_seed(3)
    rng = np.random.RandomState(3)
    model, monitor = Autoencoder(), DeadUnitMonitor()
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for step in range(steps):
            batch = rng.normal(size=(2000, INPUTS)).astype(np.float32)
            loss, code, _ = sess.run([model.loss, model.code, model.train], {model.inputs: batch})
            monitor.observe(code)
    print("%d steps, loss %.3f, dead units %d" % (steps, loss, monitor.dead_units()))


if __name__ == "__main__":
    main()
