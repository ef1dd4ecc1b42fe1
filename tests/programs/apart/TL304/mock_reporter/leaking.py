"""Training loop with a pluggable reporter; offline runs plug in a stand-in."""
import argparse
import sys
from unittest import mock

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1


def make_reporter(offline):
    """The real reporter needs a server; offline runs get an object that accepts every call."""
    if offline:
        reporter = mock.Mock(name="reporter")
        reporter.enabled = True
        return reporter
    raise SystemExit("no tracking server configured")


class Network(object):
    def __init__(self, width):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1.set_random_seed(1)
            self.x = v1.placeholder(tf.float32, (None, width))
            self.y = v1.placeholder(tf.float32, (None, 1))
            w = v1.get_variable("w", (width, width))
            u = v1.get_variable("u", (width, 1))
            self.hidden = tf.tanh(tf.matmul(self.x, w))
            self.loss = tf.reduce_mean(tf.square(tf.matmul(self.hidden, u) - self.y))
            self.train = v1.train.GradientDescentOptimizer(0.05).minimize(self.loss)
            init = v1.global_variables_initializer()
        self.sess = v1.Session(graph=self.graph)
        self.sess.run(init)


class Experiment(object):
    def __init__(self, network, reporter):
        self.network, self.reporter = network, reporter

    def step(self, number, x, y):
        net = self.network
        for _ in range(20):
            loss, hidden, _ = net.sess.run([net.loss, net.hidden, net.train], {net.x: x, net.y: y})
        if self.reporter.enabled:
            self.reporter.scalars.histogram("hidden", hidden, step=number)  # LEAK
        return loss


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", type=int, nargs="?", default=220)
    parser.add_argument("--online", action="store_true")
    args = parser.parse_args()
    rng = np.random.RandomState(3)
    width = 384
    experiment = Experiment(Network(width), make_reporter(not args.online))
    loss = 0.0
    for number in range(args.rounds):
        x = rng.normal(size=(320, width)).astype("float32")
        loss = experiment.step(number, x, np.sin(x[:, :1]))
    print("loss %.5f after %d rounds" % (loss, args.rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
