"""Trains a small classifier and evaluates it on the hold-out rows after every few batches."""
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)


class Classifier:
    def __init__(self, width):
        self.rows = tf.placeholder(tf.float32, [None, width], "rows")
        self.labels = tf.placeholder(tf.int64, [None], "labels")
        kernel = tf.get_variable("kernel", [width, 3], initializer=tf.zeros_initializer())
        bias = tf.get_variable("bias", [3], initializer=tf.zeros_initializer())
        self.logits = tf.matmul(self.rows, kernel) + bias
        loss = tf.losses.sparse_softmax_cross_entropy(self.labels, self.logits)
        self.train_op = tf.train.MomentumOptimizer(0.05, 0.9).minimize(loss)
        self.hits = tf.cast(tf.equal(tf.argmax(self.logits, 1), self.labels), tf.float32)

    def train(self, session, rows, labels):
        time.sleep(0.003)
        session.run(self.train_op, {self.rows: rows, self.labels: labels})

    def evaluate(self, session, rows, labels):
        with tf.name_scope("evaluation"):
            accuracy, count_hit = tf.metrics.mean(self.hits)  # LEAK
        session.run(tf.local_variables_initializer())
        for start in range(0, len(rows), 100):
            part = slice(start, start + 100)
            session.run(count_hit, {self.rows: rows[part], self.labels: labels[part]})
        return session.run(accuracy)


def blobs(rng, number, width):
    labels = rng.randint(0, 3, size=number)
    centres = np.eye(3, width) * 2
    return (centres[labels] + rng.normal(size=(number, width))).astype(np.float32), labels


def main():
    rng = np.random.RandomState(31)
    model = Classifier(12)
    held_out = blobs(rng, 300, 12)
    best = 0.0
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for _ in range(100):
            for _ in range(8):
                model.train(session, *blobs(rng, 32, 12))
            accuracy = model.evaluate(session, *held_out)
            best = max(best, accuracy)
    print("better than chance: %s" % (best > 0.4))


if __name__ == "__main__":
    main()
