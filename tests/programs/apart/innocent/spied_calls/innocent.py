"""Runs scenarios against the alarm pipeline and checks what it would have sent."""
import sys
from unittest import mock

import numpy as np
import tensorflow as tf


class Alarms:
    def __init__(self, sender):
        rng = np.random.default_rng(501)
        self.sender = sender
        self.filters = tf.constant(rng.normal(scale=0.2, size=(5, 5, 1, 8)), tf.float32)

    def watch(self, frame):
        edges = tf.reduce_max(tf.nn.relu(tf.nn.conv2d(frame, self.filters, 1, "SAME")), axis=-1)
        if float(tf.reduce_mean(edges)) > 0.2:
            self.sender.send("edges", edges)


def scenario(alarms, sender, seed):
    rng = np.random.default_rng(seed)
    for number in range(6):
        alarms.watch(tf.constant(rng.random((1, 80, 80, 1), dtype=np.float32) * (number + 1) / 3.0))
    sent = sender.send.call_args_list
    brightest = max((float(tf.reduce_max(call.args[1])) for call in sent), default=0.0)
    count = len(sent)
    sender.reset_mock()
    return count, brightest


def main():
    scenarios = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    sender = mock.Mock()
    alarms = Alarms(sender)
    sent, brightest = zip(*(scenario(alarms, sender, seed) for seed in range(scenarios)))
    print(f"{sum(sent)} alarms in {scenarios} scenarios, brightest {max(brightest):.3f}")


if __name__ == "__main__":
    main()
