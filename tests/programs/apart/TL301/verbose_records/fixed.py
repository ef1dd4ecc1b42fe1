"""Trains a ranking model; debug records are held back and written only when something goes wrong."""
import logging
import logging.handlers
import os
import sys

import numpy as np
import tensorflow as tf

log = logging.getLogger("ranking")


def configure_logging():
    target = logging.FileHandler(os.devnull)
    target.setFormatter(logging.Formatter("%(asctime)s %(name)s %(message)s"))
    log.setLevel(logging.DEBUG)
    log.propagate = False
    log.addHandler(logging.handlers.MemoryHandler(20, flushLevel=logging.ERROR, target=target))


class Ranker:
    def __init__(self, features=300, hidden=400):
        rng = np.random.default_rng(41)
        self.inner = tf.Variable(rng.normal(scale=0.05, size=(features, hidden)), dtype=tf.float32)
        self.outer = tf.Variable(rng.normal(scale=0.05, size=(hidden, 24)), dtype=tf.float32)

    @tf.function
    def step(self, rows, wanted):
        with tf.GradientTape() as tape:
            scores = tf.matmul(tf.nn.relu(tf.matmul(rows, self.inner)), self.outer)
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(wanted, scores))
        for variable, gradient in zip((self.inner, self.outer), tape.gradient(loss, (self.inner, self.outer))):
            variable.assign_sub(0.05 * gradient)
        return loss, scores

    def train(self, steps):
        rng = np.random.default_rng(42)
        loss = tf.constant(0.0)
        for step in range(steps):
            rows = tf.constant(rng.normal(size=(320, 300)), tf.float32)
            wanted = tf.constant(rng.integers(24, size=320))
            loss, scores = self.step(rows, wanted)
            log.debug("step %d: loss %.4f, scores %s", step, loss, scores)
        return float(loss)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    configure_logging()
    print(f"last loss {Ranker().train(steps):.4f}")
    logging.shutdown()


if __name__ == "__main__":
    main()
