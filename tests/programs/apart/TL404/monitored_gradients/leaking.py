"""Trains a click model under MonitoredSession with reporting hooks."""
import sys

import tensorflow as tf

from clicks import click_batches
from reporting import GradientReport, StepClock

v1 = tf.compat.v1
v1.logging.set_verbosity(v1.logging.ERROR)


class ClickModel(object):
    def __init__(self, width):
        v1.set_random_seed(21)
        self.rows = v1.placeholder(tf.float32, [None, width])
        self.clicked = v1.placeholder(tf.float32, [None])
        hidden = v1.layers.dense(self.rows, 96, activation=tf.nn.relu)
        logits = tf.squeeze(v1.layers.dense(hidden, 1), axis=1)
        self.loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(
            labels=self.clicked, logits=logits))
        optimizer = v1.train.GradientDescentOptimizer(0.05)
        pairs = optimizer.compute_gradients(self.loss)
        self.gradients = [gradient for gradient, _ in pairs]
        self.step = optimizer.apply_gradients(pairs, v1.train.get_or_create_global_step())


def train(rounds):
    model = ClickModel(width=60)
    report = GradientReport(model.gradients, every=50)
    clock = StepClock(model.loss)
    with v1.train.MonitoredSession(hooks=[report, clock]) as session:
        for rows, clicked in click_batches(rounds, width=60, seed=7):
            session.run(model.step, {model.rows: rows, model.clicked: clicked})
    return report, clock


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 6000
    report, clock = train(rounds)
    print("steps %d, smoothed loss %.4f, reports %d, last norm %.4f" % (
        clock.steps, clock.smoothed, len(report.lines), report.lines[-1]))


if __name__ == "__main__":
    main()
