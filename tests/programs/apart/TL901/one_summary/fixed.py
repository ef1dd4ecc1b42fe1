"""Trains a factorisation and collects histograms of its factors in one summary, for the board."""
import sys

import numpy as np
import tensorflow as tf


class Board:
    """The summary that is uploaded when the job ends."""

    def __init__(self, job):
        self.job = job
        self.summary = tf.compat.v1.Summary()

    def histogram(self, tag, values):
        if len(self.summary.value) >= 20:
            rest = tf.compat.v1.Summary(value=self.summary.value[1:])
            self.summary = rest
        entry = self.summary.value.add()
        entry.tag = f"{self.job}/{tag}"
        entry.tensor.CopyFrom(tf.make_tensor_proto(values))

    def newest(self):
        return self.summary.value[-1].tag


class Factorisation:
    def __init__(self, users=900, items=700, rank=12):
        rng = np.random.default_rng(221)
        self.users = tf.Variable(rng.normal(scale=0.1, size=(users, rank)), dtype=tf.float32)
        self.items = tf.Variable(rng.normal(scale=0.1, size=(items, rank)), dtype=tf.float32)

    @tf.function
    def step(self, ratings):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(tf.matmul(self.users, self.items, transpose_b=True) - ratings))
        users, items = tape.gradient(loss, [self.users, self.items])
        self.users.assign_sub(20.0 * users)
        self.items.assign_sub(20.0 * items)
        return loss


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 2400
    rng = np.random.default_rng(222)
    ratings = tf.constant(rng.normal(size=(900, 6)) @ rng.normal(size=(6, 700)), tf.float32)
    model, board = Factorisation(), Board("factors")
    for step in range(steps):
        loss = model.step(ratings)
        board.histogram(f"users/{step}", model.users.numpy())
    print(f"loss {float(loss):.4f}, newest entry {board.newest()}")


if __name__ == "__main__":
    main()
