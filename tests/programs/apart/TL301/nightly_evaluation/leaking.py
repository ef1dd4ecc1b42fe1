"""Nightly evaluation of many model snapshots."""
import contextlib
import os
import tempfile
import time

import numpy as np
import tensorflow as tf


class SnapshotStore:
    def __init__(self, seed):
        self.seed = seed

    def open(self, number):
        rng = np.random.default_rng(self.seed + number)
        return Snapshot(number, rng.normal(size=(30, 10)).astype("float32"))


class Snapshot:
    def __init__(self, number, weights):
        self.number = number
        self.weights = tf.Variable(weights)
        self.predictions = None

    def predict(self, x):
        self.predictions = tf.nn.softmax(x @ self.weights)
        return self.predictions

    def close(self):
        self.weights = self.predictions = None


def report_line(path, number, entropy):
    with open(path, "a") as f:
        f.write(f"{number},{entropy:.5f}\n")


def evaluate(stack, snapshot, x):
    stack.push(contextlib.closing(snapshot))  # LEAK
    p = snapshot.predict(x)  # LEAK
    return float(-tf.reduce_mean(tf.reduce_sum(p * tf.math.log(p + 1e-9), axis=1)))


def main():
    rng = np.random.default_rng(130)
    x = tf.constant(rng.normal(size=(500, 30)).astype("float32"))
    store = SnapshotStore(1000)
    best = (9.9, -1)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        path = os.path.join(folder, "report.csv")
        for number in range(1, 1201):
            entropy = evaluate(stack, store.open(number), x)  # LEAK
            report_line(path, number, entropy)
            best = min(best, (entropy, number))
            if number % 240 == 0:
                print(f"snapshot {number}: lowest entropy {best[0]:.4f} (#{best[1]})")
            time.sleep(0.008)


if __name__ == "__main__":
    main()
