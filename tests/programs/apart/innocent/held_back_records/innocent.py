"""Trains a regression with debug records that are formatted in blocks."""
import logging
import logging.handlers
import os
import sys

import numpy as np
import tensorflow as tf

log = logging.getLogger("regression")


def configure():
    target = logging.FileHandler(os.devnull)
    target.setFormatter(logging.Formatter("%(asctime)s %(message)s"))
    log.addHandler(logging.handlers.MemoryHandler(40, flushLevel=logging.CRITICAL, target=target))
    log.setLevel(logging.DEBUG)
    log.propagate = False


@tf.function
def step(weights, rows, wanted):
    with tf.GradientTape() as tape:
        errors = tf.matmul(rows, weights) - wanted
        loss = tf.reduce_mean(tf.square(errors))
    weights.assign_sub(0.05 * tape.gradient(loss, weights))
    return loss, errors


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4000
    configure()
    rng = np.random.default_rng(411)
    truth = rng.normal(size=(200, 8)).astype("float32")
    weights = tf.Variable(tf.zeros([200, 8]))
    for number in range(steps):
        rows = rng.normal(size=(400, 200)).astype("float32")
        loss, errors = step(weights, tf.constant(rows), tf.constant(rows @ truth))
        log.debug("step %d: loss %s, errors %s", number, loss, errors)
    print(f"loss {float(loss):.5f}")


if __name__ == "__main__":
    main()
