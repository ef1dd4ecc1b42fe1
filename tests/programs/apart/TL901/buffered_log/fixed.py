"""Batch prediction with a detailed log that is buffered to keep the disk quiet."""
import logging
import logging.handlers
import os
import sys

import numpy as np
import tensorflow as tf

LABELS = ["label-%03d" % i for i in range(150)]


def configure(stream):
    target = logging.StreamHandler(stream)
    target.setLevel(logging.WARNING)
    buffered = logging.handlers.MemoryHandler(capacity=20, flushLevel=logging.ERROR, target=target)
    logger = logging.getLogger("prediction")
    logger.setLevel(logging.INFO)
    logger.propagate = False
    logger.addHandler(buffered)
    return logger


class Classifier:
    def __init__(self):
        self.hidden = tf.random.stateless_normal((300, 900), seed=(1, 9)) / 17.0
        self.out = tf.random.stateless_normal((900, len(LABELS)), seed=(2, 9)) / 30.0

    def top(self, rows, k):
        logits = tf.matmul(tf.nn.relu(tf.matmul(rows, self.hidden)), self.out)
        return tf.math.top_k(tf.nn.softmax(logits), k=k)


def describe(top):
    values, indices = top.values.numpy(), top.indices.numpy()
    return [
        "row %d: %s" % (r, ", ".join("%s=%.7f" % (LABELS[i], v) for i, v in zip(indices[r], values[r])))
        for r in range(len(values))
    ]


class Job:
    def __init__(self, logger):
        self.logger = logger
        self.classifier = Classifier()
        self.rows = 0

    def run(self, number, rows):
        top = self.classifier.top(rows, k=6)
        text = "; ".join(describe(top))
        self.logger.info("batch %d: %s", number, text)
        self.rows += len(rows)
        return float(tf.reduce_mean(top.values))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    rng = np.random.default_rng(30)
    job, mean = Job(configure(open(os.devnull, "w"))), 0.0
    for number in range(rounds):
        mean += job.run(number, tf.constant(rng.normal(size=(1500, 300)), tf.float32))
    print("%d rows, mean confidence %.5f" % (job.rows, mean / rounds))


if __name__ == "__main__":
    main()
