"""Training fed by a loader thread."""
import queue
import sys
import threading
import time

import numpy as np
import tensorflow as tf


class Loader(threading.Thread):
    """Decodes batches in the background."""

    def __init__(self, batches):
        super().__init__(daemon=True)
        self.batches = batches

    def run(self):
        rng = np.random.default_rng(141)
        while True:
            x = rng.random((128, 128), dtype=np.float32)
            time.sleep(0.004)
            self.batches.put((x, x.sum(axis=1, keepdims=True)))


def train(batches, steps):
    weights = tf.Variable(tf.zeros([128, 1]))
    for _ in range(steps):
        x, y = (tf.constant(part) for part in batches.get())
        error = tf.matmul(x, weights) - y
        weights.assign_sub(0.01 * tf.matmul(x, error, transpose_a=True) / 128.0)
        time.sleep(0.012)
    return weights


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    batches = queue.Queue(maxsize=8)
    Loader(batches).start()
    weights = train(batches, steps)
    print("mean weight %.4f" % float(tf.reduce_mean(weights)))


if __name__ == "__main__":
    main()
