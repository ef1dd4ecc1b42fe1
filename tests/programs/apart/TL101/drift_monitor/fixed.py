"""Watches the score distribution of a deployed classifier for drift."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


class Scorer(object):
    """The frozen classifier whose scores are watched."""

    def __init__(self, width, seed):
        tf.compat.v1.set_random_seed(seed)
        self.features = tf.compat.v1.placeholder(tf.float32, [None, width], name="features")
        hidden = tf.compat.v1.layers.dense(self.features, 24, activation=tf.nn.tanh)
        self.scores = tf.squeeze(tf.compat.v1.layers.dense(hidden, 1), axis=1)
        self.session = tf.compat.v1.Session()
        self.session.run(tf.compat.v1.global_variables_initializer())

    def fetch(self, tensor, batch, extra=None):
        feed = {self.features: batch}
        feed.update(extra or {})
        return self.session.run(tensor, feed)


class DriftMonitor(object):
    """Compares every window with an exponentially moving baseline."""

    def __init__(self, scorer, momentum=0.9, alarm=0.35):
        self.scorer = scorer
        self.momentum = momentum
        self.alarm = alarm
        self.baseline = 0.0
        self.mean_score = tf.reduce_mean(scorer.scores)
        self.centre = tf.compat.v1.placeholder(tf.float32, [], name="centre")
        self.centred = tf.abs(scorer.scores - self.centre)
        self.windows = 0
        self.alarms = 0

    def deviation(self, batch):
        return float(self.scorer.fetch(self.centred, batch, {self.centre: self.baseline}).mean())

    def observe(self, batch):
        gap = self.deviation(batch)
        mean = float(self.scorer.fetch(self.mean_score, batch))
        self.baseline = self.momentum * self.baseline + (1.0 - self.momentum) * mean
        self.windows += 1
        if gap > self.alarm:
            self.alarms += 1
        return gap


def windows(rng, count, width):
    for index in range(count):
        shift = 0.3 * np.sin(index / 40.0)
        yield rng.normal(shift, 1.0, size=(48, width)).astype(np.float32)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    rng = np.random.RandomState(11)
    monitor = DriftMonitor(Scorer(width=12, seed=3))
    worst = 0.0
    for batch in windows(rng, rounds, 12):
        worst = max(worst, monitor.observe(batch))
    print("windows %d alarms %d worst %.4f baseline %.4f" % (
        monitor.windows, monitor.alarms, worst, monitor.baseline))


if __name__ == "__main__":
    main()
