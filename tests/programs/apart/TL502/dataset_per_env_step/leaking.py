"""Replay learner that draws its batches through tf.data."""
import collections
import sys

import numpy as np
import tensorflow as tf


class Replay:
    def __init__(self, size):
        self.items = collections.deque(maxlen=size)
        self.pipelines = []

    def add(self, obs, reward):
        self.items.append((obs, reward))

    def stream(self, scale):
        obs, reward = (np.array(v, np.float32) for v in zip(*self.items))
        ds = tf.data.Dataset.from_tensor_slices((obs, reward))
        ds = ds.map(lambda o, r: (o, r * scale)).repeat().batch(16)
        self.pipelines.append(ds)  # LEAK
        return iter(self.pipelines[-1])


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.default_rng(0)
    replay = Replay(64)
    w = tf.Variable(tf.zeros([128, 1]))
    loss = None
    for step in range(steps):
        obs = rng.normal(size=128)
        replay.add(obs, obs[:3].sum())
        batch = replay.stream(0.5)
        for _ in range(2):
            o, r = next(batch)
            err = tf.squeeze(o @ w, 1) - r
            w.assign_sub(0.01 * tf.linalg.matvec(o, err, transpose_a=True)[:, None] / 16)
            loss = tf.reduce_mean(tf.square(err))
    print(f"steps {steps} loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
