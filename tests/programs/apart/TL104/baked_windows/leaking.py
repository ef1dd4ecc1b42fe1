"""Sliding-window detection on a long recording (session style)."""
import sys

import numpy as np
import tensorflow as tf

CHANNELS, LENGTH = 16, 4000


class Detector(object):
    """Callable network; its weights are made at the first use."""

    def __init__(self, name):
        self.scope = tf.variable_scope(name, reuse=tf.AUTO_REUSE)

    def __call__(self, window):
        with self.scope:
            signal = tf.expand_dims(window, 0)
            x = tf.layers.conv1d(signal, 96, 9, activation=tf.nn.relu, name="low")
            x = tf.layers.conv1d(x, 96, 9, activation=tf.nn.relu, name="high")
            return tf.reduce_max(tf.layers.conv1d(x, 1, 1, name="score"))


class Recording(object):
    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)
        self.phase = 0.0

    def next(self):
        self.phase += 0.37
        t = np.arange(LENGTH)[:, None] / 50.0 + self.phase
        return (np.sin(t * np.arange(1, CHANNELS + 1)) + self.rng.normal(size=(LENGTH, CHANNELS))).astype("float32")


class Monitor(object):
    def __init__(self, detector, limit):
        self.detector, self.limit = detector, limit
        self.alarms = 0
        tf.set_random_seed(11)
        self.detector(tf.zeros((LENGTH, CHANNELS)))
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def check(self, window):
        score = self.detector(window)  # LEAK
        value = self.sess.run(score)
        self.alarms += int(value > self.limit)
        return value


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    monitor = Monitor(Detector("detector"), limit=2.0)
    recording = Recording(11)
    peak = max(monitor.check(recording.next()) for _ in range(rounds))
    monitor.sess.close()
    print("peak %.4f, alarms %d" % (peak, monitor.alarms))


if __name__ == "__main__":
    main()
