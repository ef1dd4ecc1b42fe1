"""Rolling statistics of sensor windows with lazily built ops (TF 1)."""
from __future__ import print_function

import sys

import numpy as np
import tensorflow as tf

tf.logging.set_verbosity(tf.logging.ERROR)


class lazy_ops(object):
    """Method decorator: builds ops once per argument and per object."""

    def __init__(self, build):
        self.build = build

    def __get__(self, obj, owner):
        memo = obj.__dict__.setdefault("_built", {})

        def lookup(*key):
            if key not in memo:
                with tf.name_scope("_".join(map(str, key))):
                    memo[key] = self.build(obj, *key)
            return memo[key]
        return lookup


class WindowStats(object):
    SIZES = (8, 16, 32, 64, 128)

    def __init__(self, session, channels=24):
        self.session = session
        self.signal = tf.placeholder(tf.float32, [None, channels])

    @lazy_ops
    def ops_for(self, size, kind):
        frames = tf.contrib.signal.frame(tf.transpose(self.signal), size, size // 4)
        if kind == "energy":
            return tf.reduce_mean(tf.square(frames), axis=-1)
        if kind == "spectrum":
            return tf.reduce_mean(tf.abs(tf.spectral.rfft(frames)), axis=1)
        mean, var = tf.nn.moments(frames, axes=[-1])
        return tf.stack([mean, tf.sqrt(var)], axis=-1)

    def __call__(self, samples, size):
        fetches = [self.ops_for(size, kind) for kind in ("energy", "spectrum", "moments")]
        return self.session.run(fetches, {self.signal: samples})


class Alarm(object):
    def __init__(self, factor=1.5):
        self.level, self.factor, self.raised = None, factor, 0

    def feed(self, energy):
        peak = float(energy.max())
        self.raised += self.level is not None and peak > self.factor * self.level
        self.level = peak if self.level is None else 0.9 * self.level + 0.1 * peak


def sensor(n, channels=24, seed=3):
    rng = np.random.RandomState(seed)
    for i in range(n):
        burst = 3.0 if i % 29 == 28 else 1.0
        yield (burst * rng.randn(2500 + rng.randint(400), channels)).astype("float32")


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    with tf.Session(config=tf.ConfigProto(intra_op_parallelism_threads=1)) as session:
        stats, alarm = WindowStats(session), Alarm()
        for i, samples in enumerate(sensor(n)):
            energy, spectrum, moments = stats(samples, stats.SIZES[i % len(stats.SIZES)])
            if i % len(stats.SIZES) == 3:
                alarm.feed(energy)
    print("windows", n, "alarms", alarm.raised)


if __name__ == "__main__":
    main()
