"""Nightly evaluation of an encoder, with a small table of results (TensorFlow 1)."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 1700


class Column(object):
    """An array that doubles when it is full."""

    def __init__(self, dtype):
        self.cells = np.empty(16, dtype=dtype)
        self.used = 0

    def push(self, value):
        if self.used == len(self.cells):
            bigger = np.empty(2 * len(self.cells), dtype=self.cells.dtype)
            bigger[:self.used] = self.cells
            self.cells = bigger
        self.cells[self.used] = value  # LEAK
        self.used += 1

    def keep_last(self, count):
        if self.used > count:
            kept = self.cells[self.used - count:self.used].copy()
            self.cells[:count] = kept
            self.cells[count:] = None if self.cells.dtype == object else 0
            self.used = count


class Table(object):
    def __init__(self):
        self.columns = {"step": Column(int), "loss": Column(float), "code": Column(object)}

    def add(self, **row):
        for name, value in row.items():
            self.columns[name].push(value)

    def trim(self, count):
        for name in ("step", "loss"):
            self.columns[name].keep_last(count)


def main():
    rng = np.random.RandomState(2)
    x = tf.placeholder(tf.float32, [None, 256])
    code = tf.layers.dense(tf.layers.dense(x, 256, tf.nn.relu), 64)
    loss = tf.reduce_mean(tf.square(tf.layers.dense(code, 256) - x))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    table = Table()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for step in range(ROUNDS):
            batch = rng.normal(size=(256, 256)).astype(np.float32)
            now, codes, _ = session.run([loss, code, train], {x: batch})
            table.add(step=step, loss=now, code=codes)
            if step % 40 == 39:
                table.trim(20)
            if step % 400 == 0:
                print("step", step, "loss %.4f" % now)


if __name__ == "__main__":
    main()
