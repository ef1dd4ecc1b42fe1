"""Trains an autoencoder; the last steps can be run once more when a loss is not a number."""
import functools
import sys

import numpy as np
import tensorflow as tf


class Steps(list):
    """Calls that can be repeated."""

    def call(self, function, *arguments):
        step = functools.partial(function, *arguments)
        self.append(step)
        del self[:-3]
        return step()

    def repeat(self, count):
        return [step() for step in self[-count:]]


class Autoencoder(object):
    def __init__(self, width):
        self.rows = tf.placeholder(tf.float32, [None, width])
        hidden = tf.layers.dense(self.rows, 96, tf.nn.relu)
        self.loss = tf.losses.mean_squared_error(self.rows, tf.layers.dense(hidden, width))
        self.train = tf.train.AdamOptimizer(0.002).minimize(self.loss)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())


class Trainer(object):
    def __init__(self, model):
        self.model = model
        self.steps = Steps()

    def step(self, batch):
        model = self.model
        loss, _ = self.steps.call(model.session.run, [model.loss, model.train], {model.rows: batch})
        if not np.isfinite(loss):
            self.steps.repeat(3)
        return float(loss)


def batches(count, width):
    rng = np.random.RandomState(341)
    basis = rng.normal(size=(20, width))
    for _ in range(count):
        yield rng.normal(size=(64, 20)).dot(basis).astype("float32")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    tf.set_random_seed(5)
    trainer = Trainer(Autoencoder(width=300))
    for batch in batches(count, width=300):
        loss = trainer.step(batch)
    print("loss after %d steps: %.2f" % (count, loss))


if __name__ == "__main__":
    main()
