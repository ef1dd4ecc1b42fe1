"""A model is exported in two colours; every night a canary loads the current one and compares it with the one before."""
import argparse
import gc
import os
import tempfile

import numpy as np
import tensorflow as tf


class Model(tf.Module):
    def __init__(self, width, units):
        super().__init__()
        self.hidden = tf.Variable(tf.random.stateless_normal([width, units], seed=(1, 1), stddev=0.05))
        self.out = tf.Variable(tf.random.stateless_normal([units, 1], seed=(1, 2), stddev=0.05))

    @tf.function(input_signature=[tf.TensorSpec([None, 256])])
    def __call__(self, rows):
        return tf.matmul(tf.nn.relu(tf.matmul(rows, self.hidden)), self.out)


class Exporter:
    def __init__(self, folder):
        self.paths = [os.path.join(folder, colour) for colour in ("blue", "green")]
        self.model = Model(256, 2400)

    def export(self, rng):
        for path in self.paths:
            self.model.out.assign_add(rng.normal(scale=0.01, size=self.model.out.shape).astype("float32"))
            tf.saved_model.save(self.model, path)

    def current(self, number):
        return self.paths[number % 2]


class Canary:
    def __init__(self, exporter, probe):
        self.exporter = exporter
        self.probe = probe
        self.loaded = {}
        self.alarms = 0

    def check(self, number):
        self.loaded[number] = tf.saved_model.load(self.exporter.current(number))
        before = self.loaded.get(number - 1)
        if before is not None:
            self.compare(before, self.loaded[number])
            del self.loaded[number - 1]

    def compare(self, before, after):
        gap = tf.reduce_max(tf.abs(before(self.probe) - after(self.probe)))
        if float(gap) > 0.5:
            self.alarms += 1


def nightly(folder, nights, rng):
    exporter = Exporter(folder)
    probe = tf.constant(rng.normal(size=(32, 256)), tf.float32)
    exporter.export(rng)
    canary = Canary(exporter, probe)
    for night in range(nights):
        canary.check(night)
        gc.collect()
    return canary.alarms


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nights", type=int, default=30)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        alarms = nightly(folder, args.nights, np.random.default_rng(90))
    print(f"{alarms} alarms in {args.nights} nights")


if __name__ == "__main__":
    main()
