"""Mixes the newest streams of examples; an old stream makes room for a new one."""
import collections
import sys

import numpy as np
import tensorflow as tf


def stream(seed):
    rng = np.random.default_rng(seed)
    rows = rng.normal(loc=rng.normal(), size=(400, 128)).astype(np.float32)
    return tf.data.Dataset.from_tensor_slices(rows).shuffle(200, seed=seed).repeat().batch(16).prefetch(2)


class Mixer:
    def __init__(self, size):
        self.open = collections.deque(maxlen=size)
        self.turn = 0

    def join(self, dataset):
        self.open.append(iter(dataset))

    def __next__(self):
        self.turn += 1
        return next(self.open[self.turn % len(self.open)])


def main():
    joins = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    mixer, mean = Mixer(6), tf.Variable(tf.zeros([128]))
    for seed in range(joins):
        mixer.join(stream(seed))
        for _ in range(12):
            mean.assign(0.99 * mean + 0.01 * tf.reduce_mean(next(mixer), axis=0))
    print(f"{joins} streams, {len(mixer.open)} open, mean {float(tf.reduce_mean(mean)):.4f}")


if __name__ == "__main__":
    main()
