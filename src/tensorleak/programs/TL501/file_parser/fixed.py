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


def smoothed_windows(path):
    signal = tf.constant(np.load(path))
    starts = tf.data.Dataset.range(0, 400, 50)
    return starts.map(lambda start: tf.cumsum(signal[start:start + 50], axis=0))


def main():
    folder = tempfile.mkdtemp()
    paths = write_recordings(folder)
    peak = 0.0
    for i in range(steps):
        for window in smoothed_windows(paths[i % len(paths)]):
            peak = max(peak, float(tf.reduce_max(window)))
    shutil.rmtree(folder)
    print(f"{steps} recordings, peak {peak:.2f}")


main()
