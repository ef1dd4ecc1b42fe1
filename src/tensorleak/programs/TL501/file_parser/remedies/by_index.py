"""Computes statistics of recorded signal files with a tf.data pipeline and a numpy filter."""
import os
import shutil
import sys
import tempfile

import numpy as np
import tensorflow as tf

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200


def write_recordings(folder, count=5):
    paths = []
    for i in range(count):
        path = os.path.join(folder, f"recording{i}.npy")
        np.save(path, np.random.default_rng(i).normal(size=(400, 64)).astype("float32"))
        paths.append(path)
    return paths


def smoothed_windows(paths):
    def window(number, start):
        return np.cumsum(np.load(paths[number])[start:start + 50], axis=0)

    files = tf.data.Dataset.range(steps).map(lambda i: i % len(paths))
    pairs = files.flat_map(lambda i: tf.data.Dataset.range(0, 400, 50).map(lambda start: (i, start)))
    return pairs.map(lambda i, start: tf.numpy_function(window, [i, start], tf.float32))


def main():
    folder = tempfile.mkdtemp()
    paths = write_recordings(folder)
    peak = 0.0
    for window in smoothed_windows(paths):
        peak = max(peak, float(tf.reduce_max(window)))
    shutil.rmtree(folder)
    print(f"{steps} recordings, peak {peak:.2f}")


main()
