"""Computes statistics of recorded signal files with a tf.data pipeline and a numpy filter."""
import gc
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
    signal = np.load(path)

    def window(start):
        return np.cumsum(signal[start:start + 50], axis=0)

    starts = tf.data.Dataset.range(0, 400, 50)
    return starts.map(lambda start: tf.numpy_function(window, [start], tf.float32))


def main():
    folder = tempfile.mkdtemp()
    paths = write_recordings(folder)
    peak = 0.0
    for i in range(steps):
        windows = smoothed_windows(paths[i % len(paths)])
        for window in windows:
            peak = max(peak, float(tf.reduce_max(window)))
        del windows, window
        if i % 10 == 0:
            gc.collect()
    shutil.rmtree(folder)
    print(f"{steps} recordings, peak {peak:.2f}")


main()
