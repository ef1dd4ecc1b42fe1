"""Keeps all predictions of the day, on disk, in chunks."""
import os
import tempfile
import time

import numpy as np
import tensorflow as tf

HISTORY = []
CHUNK = 40


def record(fn):
    def wrapper(*args, **kwargs):
        result = fn(*args, **kwargs)
        HISTORY.append((args[-1], result))
        return result
    return wrapper


class Forecaster:
    def __init__(self, lags):
        w = np.exp(-np.arange(lags)[::-1] / 8.0)
        self.w = tf.constant((w / w.sum())[:, None].astype("float32"))

    @record
    def predict(self, windows):
        return tf.squeeze(windows @ self.w, -1)


def spill(folder, number):
    path = os.path.join(folder, f"chunk{number % 5}.npz")
    np.savez(path, x=np.stack([a.numpy() for a, _ in HISTORY]), y=np.stack([b.numpy() for _, b in HISTORY]))
    HISTORY.clear()
    return os.path.getsize(path)


def main():
    rng = np.random.default_rng(14)
    model = Forecaster(32)
    written = chunks = 0
    with tempfile.TemporaryDirectory() as folder:
        for n in range(1, 1201):
            series = np.cumsum(rng.normal(size=151)).astype("float32")
            windows = np.lib.stride_tricks.sliding_window_view(series, 32)
            model.predict(tf.constant(windows))
            if len(HISTORY) >= CHUNK:
                chunks += 1
                written += spill(folder, chunks)
            if n % 240 == 0:
                print(f"{n} forecasts, {chunks} chunks, {written // 1024} KiB written")
            time.sleep(0.008)


if __name__ == "__main__":
    main()
