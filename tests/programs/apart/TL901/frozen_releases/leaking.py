"""Continuous training: after every round the graph is frozen, checked, and released to a channel."""
import collections
import sys

import numpy as np
import tensorflow as tf

Release = collections.namedtuple("Release", ["step", "error", "definition"])


class Channel(object):
    def __init__(self, name):
        self.name = name
        self.releases = []

    def release(self, step, error, definition):
        self.releases.append(Release(step, error, definition))  # LEAK

    @property
    def newest(self):
        return self.releases[-1]


class Trainer(object):
    def __init__(self):
        self.rows = tf.placeholder(tf.float32, [None, 80], "rows")
        hidden = tf.nn.tanh(tf.matmul(self.rows, tf.get_variable("inner", [80, 200])))
        self.guess = tf.identity(tf.matmul(hidden, tf.get_variable("outer", [200, 80])), "guess")
        self.loss = tf.reduce_mean(tf.square(self.guess - self.rows))
        self.step = tf.train.GradientDescentOptimizer(0.2).minimize(self.loss)
        self.names = [variable.op.name for variable in tf.trainable_variables()]
        self.definition = tf.get_default_graph().as_graph_def()
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def train(self, batch):
        return float(self.session.run([self.loss, self.step], {self.rows: batch})[0])

    def freeze(self):
        return tf.graph_util.convert_variables_to_constants(self.session, self.definition, ["guess"], self.names)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    tf.logging.set_verbosity(tf.logging.ERROR)
    tf.set_random_seed(3)
    rng = np.random.RandomState(321)
    trainer = Trainer()
    channels = {name: Channel(name) for name in ("beta", "stable")}
    for number in range(rounds):
        for _ in range(4):
            error = trainer.train(rng.normal(size=(64, 80)))
        channels["beta" if number % 4 else "stable"].release(number, error, trainer.freeze())
    newest = channels["stable"].newest
    print("stable: step %d with %d nodes" % (newest.step, len(newest.definition.node)))


if __name__ == "__main__":
    main()
