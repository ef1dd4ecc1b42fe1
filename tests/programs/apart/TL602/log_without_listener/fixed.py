"""Trains a linear probe and logs its weights for a viewer that may be attached."""
import argparse
import logging
import logging.handlers
import queue
import sys

import numpy as np
import tensorflow as tf

log = logging.getLogger("probe")


def set_up_logging(viewer):
    """Records go through a queue, so that a slow viewer does not hold up the training."""
    log.setLevel(logging.INFO)
    log.propagate = False
    if not viewer:
        log.addHandler(logging.NullHandler())
        return None
    records = queue.Queue(maxsize=1000)
    log.addHandler(logging.handlers.QueueHandler(records))
    listener = logging.handlers.QueueListener(records, logging.StreamHandler(sys.stderr))
    listener.start()
    return listener


class Probe:
    def __init__(self, features, classes):
        self.weights = tf.Variable(tf.zeros([features, classes]))

    @tf.function
    def step(self, rows, labels):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(labels, rows @ self.weights))
        self.weights.assign_sub(0.5 * tape.gradient(loss, self.weights))
        return loss


def readable(weights):
    return "\n".join(" ".join(f"{value:+.4f}" for value in row) for row in weights.numpy())


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    parser = argparse.ArgumentParser()
    parser.add_argument("--viewer", action="store_true")
    set_up_logging(parser.parse_args(sys.argv[2:]).viewer)
    rng = np.random.default_rng(22)
    probe, truth = Probe(256, 20), rng.normal(size=(256, 20))
    for step in range(steps):
        rows = rng.normal(size=(256, 256))
        labels = (rows @ truth).argmax(axis=1)
        loss = probe.step(tf.constant(rows, tf.float32), tf.constant(labels))
        log.info("step %d, loss %.4f\n%s", step, float(loss), readable(probe.weights))
    print(f"{steps} steps, loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
