"""Cross-validation in graph mode, one graph per fold."""
import gc
import sys

import numpy as np
import tensorflow as tf


class Fold(object):
    def __init__(self, number):
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(number)
            self.x = tf.placeholder(tf.float32, [None, 50])
            hidden = tf.layers.dense(self.x, 128, tf.nn.relu)
            self.loss = tf.reduce_mean(tf.square(tf.layers.dense(hidden, 1) - self.x[:, :1]))
            self.train = tf.train.AdamOptimizer(1e-3).minimize(self.loss)
            self.init = tf.global_variables_initializer()

    def fit(self, x, steps):
        with tf.Session(graph=self.graph) as session:
            session.run(self.init)
            for _ in range(steps):
                session.run(self.train, {self.x: x})
            return session.run(self.loss, {self.x: x})


def main():
    folds = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    rng, losses = np.random.RandomState(7), []
    for number in range(folds):
        losses.append(Fold(number).fit(rng.normal(size=(200, 50)), 40))
        gc.collect()
    print("loss %.4f" % np.mean(losses))


if __name__ == "__main__":
    main()
