"""Successive halving over learning rates with trials written as generators."""
import collections
import contextlib
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)

Result = collections.namedtuple("Result", "rate loss steps")


def make_data(rng):
    inputs = rng.normal(size=(128, 40)).astype(np.float32)
    targets = inputs.dot(rng.normal(size=(40, 1))).astype(np.float32)
    return inputs, targets


class TrialGraph(object):
    def __init__(self, rate, width=400):
        self.graph = tf.Graph()
        with self.graph.as_default():
            v1.set_random_seed(5)
            self.x = v1.placeholder(tf.float32, [None, 40])
            self.y = v1.placeholder(tf.float32, [None, 1])
            hidden = v1.layers.dense(self.x, width, activation=tf.nn.relu)
            hidden = v1.layers.dense(hidden, width // 4, activation=tf.nn.relu)
            out = v1.layers.dense(hidden, 1)
            self.loss = tf.reduce_mean(tf.square(out - self.y))
            self.step = v1.train.GradientDescentOptimizer(rate).minimize(self.loss)
            self.init = v1.global_variables_initializer()


def run_trial(rate, data):
    """Yields the loss after every small budget of steps."""
    trial = TrialGraph(rate)
    feed = {trial.x: data[0], trial.y: data[1]}
    with contextlib.closing(v1.Session(graph=trial.graph)) as sess:
        sess.run(trial.init)
        while True:
            for _ in range(4):
                sess.run(trial.step, feed)
            yield float(sess.run(trial.loss, feed))


class Halving(object):
    def __init__(self, data, budgets=3):
        self.data = data
        self.budgets = budgets
        self.best = Result(None, float("inf"), 0)
        self.paused = collections.defaultdict(list)
        self.dropped = 0

    def bracket_of(self, loss):
        return "promising" if loss < 4 * self.best.loss else "hopeless"

    def evaluate(self, rate):
        trial = run_trial(rate, self.data)
        loss = float("inf")
        for budget in range(self.budgets):
            loss = next(trial)
            if loss > 1.5 * self.best.loss:
                self.dropped += 1
                break
        if loss < self.best.loss:
            self.best = Result(rate, loss, 4 * (budget + 1))
        self.paused[self.bracket_of(loss)].append(trial)  # LEAK
        return loss


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    rng = np.random.RandomState(0)
    search = Halving(make_data(rng))
    for _ in range(rounds):
        search.evaluate(float(10 ** rng.uniform(-4.0, -2.0)))
    print("best rate %.5f loss %.4f, %d trials stopped early" % (
        search.best.rate, search.best.loss, search.dropped))


if __name__ == "__main__":
    main()
