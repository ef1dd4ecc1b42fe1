"""Custom training loop that reports the hardest examples of the last batches."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Trainer(object):
    """Logistic regression for several labels by plain gradient descent."""

    def __init__(self, width, rate):
        self.weights = tf.Variable(tf.zeros([width, 8]))
        self.rate = rate
        self.losses = []

    def step(self, x, y):
        with tf.GradientTape() as tape:
            logits = tf.matmul(x, self.weights)
            loss = tf.nn.sigmoid_cross_entropy_with_logits(labels=y, logits=logits)
            mean = tf.reduce_mean(loss)
        self.weights.assign_sub(self.rate * tape.gradient(mean, self.weights))
        self.losses.append(int(tf.argmax(loss)[0]))
        return mean

    def hardest(self, batches=3):
        return self.losses[-batches:]


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    rng = np.random.RandomState(0)
    truth = rng.normal(size=(128, 8))
    trainer = Trainer(128, rate=0.3)
    for _ in range(steps):
        x = rng.normal(size=(4096, 128))
        y = x.dot(truth) > 0
        mean = trainer.step(tf.constant(x, tf.float32), tf.constant(y, tf.float32))
    print("loss %.4f, hardest examples %s" % (float(mean), trainer.hardest()))


if __name__ == "__main__":
    main()
