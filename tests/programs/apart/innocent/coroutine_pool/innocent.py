"""Smooths heart rates of many patients with a pool of running filters."""
import sys

import numpy as np
import tensorflow as tf

kernel = tf.constant(np.hanning(129)[:, None, None] / 64.0, tf.float32)


@tf.function(input_signature=[tf.TensorSpec([None])])
def smooth(window):
    return tf.nn.conv1d(window[None, :, None], kernel, 1, "SAME")[0, :, 0]


def running_filter():
    """Takes new samples by send(); None empties it."""
    window = np.zeros(12_000, "float32")
    result = None
    while True:
        samples = yield result
        if samples is None:
            window = np.zeros(12_000, "float32")
            result = None
        else:
            window = np.concatenate([window, samples])[-12_000:]
            result = smooth(tf.constant(window)).numpy()


class Pool:
    def __init__(self, size):
        self.free = [running_filter() for _ in range(size)]
        for one in self.free:
            next(one)
        self.lent = {}

    def lend(self, patient):
        self.lent[patient] = self.free.pop()
        return self.lent[patient]

    def take_back(self, patient):
        one = self.lent.pop(patient)
        one.send(None)
        self.free.insert(0, one)


def main():
    patients = int(sys.argv[1]) if len(sys.argv) > 1 else 1300
    pool, rng, highest = Pool(12), np.random.default_rng(471), 0.0
    for patient in range(patients):
        filtering = pool.lend(patient)
        for _ in range(2):
            highest = max(highest, float(filtering.send(rng.normal(size=4000).astype("float32")).max()))
        if patient >= 10:
            pool.take_back(patient - 10)
    print(f"highest rate {highest:.3f}, {len(pool.lent)} filters lent")


if __name__ == "__main__":
    main()
