"""Training with a rollback chain: on a loss spike the last good weights come back."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


class Snapshot(object):
    __slots__ = ("weights", "loss", "older", "batch")

    def __init__(self, weights, loss, batch, older):
        self.weights, self.loss, self.batch, self.older = weights, loss, batch, older


class Chain(object):
    def __init__(self, depth):
        self.depth = depth
        self.newest = None
        self.rollbacks = 0

    def push(self, weights, loss, batch):
        self.newest = Snapshot(weights, loss, batch, self.newest)
        node, n = self.newest, 1
        while node is not None:
            if n == self.depth:
                node.older = None
            node, n = node.older, n + 1

    def best(self):
        node = best = self.newest
        while node is not None:
            if node.loss < best.loss:
                best = node
            node = node.older
        return best


def main():
    rng = np.random.RandomState(99)
    truth = rng.normal(size=(40, 30))
    x = tf.placeholder(tf.float32, (None, 40))
    y = tf.placeholder(tf.float32, (None, 30))
    w = tf.get_variable("w", (40, 30), initializer=tf.zeros_initializer())
    incoming = tf.placeholder(tf.float32, (40, 30))
    restore = tf.assign(w, incoming)
    loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    train = tf.train.MomentumOptimizer(0.5, 0.8).minimize(loss)
    chain = Chain(10)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for n in range(1, 1101):
            bx = rng.normal(size=(64, 40))
            by = bx.dot(truth) + (8.0 if n % 50 == 0 else 0.1) * rng.normal(size=(64, 30))
            value, weights, _ = sess.run([loss, w, train], {x: bx, y: by})
            if chain.newest is not None and value > 20 * chain.best().loss:
                sess.run(restore, {incoming: chain.best().weights})
                chain.rollbacks += 1
            chain.push(weights, value, bx)
            if n % 220 == 0:
                print("step %d: loss %.4f, rollbacks %d" % (n, value, chain.rollbacks))
            time.sleep(0.008)


if __name__ == "__main__":
    main()
