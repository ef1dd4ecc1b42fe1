"""Trains from a Python generator that reshuffles the table before every epoch."""
import sys

import numpy as np
import tensorflow as tf

tf.enable_eager_execution()


class Table:
    def __init__(self, rows=4000, columns=40):
        self.rng = np.random.RandomState(51)
        self.features = self.rng.normal(size=(rows, columns)).astype(np.float32)

    def epoch(self):
        order = self.rng.permutation(len(self.features))
        shuffled = self.features[order]

        def batches():
            for start in range(0, len(shuffled), 1000):
                yield shuffled[start:start + 1000]

        return tf.data.Dataset.from_generator(batches, tf.float32, [None, 40])  # LEAK


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    table = Table()
    weights = tf.Variable(tf.ones([40, 1]))
    for epoch in range(epochs):
        for batch in table.epoch():
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(tf.square(tf.matmul(batch, weights)))
            weights.assign_sub(0.05 * tape.gradient(loss, weights))
    print("%d epochs, loss %.6f" % (epochs, float(loss)))


if __name__ == "__main__":
    main()
