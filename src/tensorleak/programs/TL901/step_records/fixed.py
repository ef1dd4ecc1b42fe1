"""Training loop that writes a summary of every tenth step to a report."""
import collections
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Journal(object):
    """Keeps what happened in each step, for the report."""

    def __init__(self):
        self.records = collections.deque(maxlen=10)

    def add(self, step, loss, gradient):
        record = {
            "step": step,
            "loss": loss,
            "gradient": gradient.tolist(),
            "note": "step %d finished with loss %.6f" % (step, loss),
        }
        self.records.append(record)

    def report(self):
        return "\n".join(record["note"] for record in self.records)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = np.random.RandomState(19)
    truth = rng.normal(size=(500, 1))
    weights = tf.Variable(tf.zeros([500, 1]))
    journal = Journal()
    for step in range(steps):
        x = rng.normal(size=(256, 500))
        y = tf.constant(x.dot(truth), tf.float32)
        x = tf.constant(x, tf.float32)
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(x, weights) - y))
        gradient = tape.gradient(loss, weights)
        weights.assign_sub(0.02 * gradient)
        journal.add(step, float(loss), gradient.numpy())
    print(journal.report().splitlines()[-1])


if __name__ == "__main__":
    main()
