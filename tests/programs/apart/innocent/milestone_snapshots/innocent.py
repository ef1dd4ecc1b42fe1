"""Training with snapshots at doubling intervals, for a plot of the weights' path."""
import sys

import keras
import numpy as np
import tensorflow as tf


class Milestones:
    """Remembers weights at powers of two, under the round's number."""

    def __init__(self, layer):
        self.layer = layer
        self.path = {}

    def visit(self, number):
        if number & (number - 1) == 0:
            self.path[number] = [w.copy() for w in self.layer.get_weights()]

    def lengths(self):
        stages = [self.path[k] for k in sorted(self.path)]
        return [float(np.linalg.norm(b[0] - a[0])) for a, b in zip(stages, stages[1:])]


class Whitener(keras.layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], self.units), initializer="orthogonal", name="kernel")

    def call(self, x):
        return tf.matmul(x, self.kernel)


class Trainer:
    def __init__(self):
        keras.utils.set_random_seed(4)
        self.layer = Whitener(300)
        self.layer.build((None, 300))
        self.optimizer = keras.optimizers.Adam(1e-3)
        self.milestones = Milestones(self.layer)

    def round(self, number, x):
        with tf.GradientTape() as tape:
            z = self.layer(x)
            cov = tf.matmul(z, z, transpose_a=True) / float(x.shape[0])
            loss = tf.reduce_mean(tf.square(cov - tf.eye(300)))
        variables = self.layer.trainable_variables
        self.optimizer.apply(tape.gradient(loss, variables), variables)
        self.milestones.visit(number)
        return float(loss)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 170
    rng = np.random.default_rng(4)
    mix = rng.normal(size=(300, 300)) / 17.0
    trainer, loss = Trainer(), 0.0
    for number in range(1, rounds + 1):
        loss = trainer.round(number, tf.constant(rng.normal(size=(1500, 300)) @ mix, tf.float32))
    print("loss %.5f, path %s" % (loss, [round(v, 3) for v in trainer.milestones.lengths()]))


if __name__ == "__main__":
    main()
