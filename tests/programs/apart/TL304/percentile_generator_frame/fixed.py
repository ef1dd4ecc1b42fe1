"""Evaluation harness: denoising quality over a long stream of noisy images."""
import os
import sys

os.environ["KERAS_BACKEND"] = "tensorflow"

import keras
import numpy as np
from keras import layers


def coroutine(fn):
    def start(*args, **kwargs):
        gen = fn(*args, **kwargs)
        next(gen)
        return gen
    return start


@coroutine
def mean_and_worst():
    """send() an error map, receive (mean, worst) over everything so far."""
    count, total, peaks = 0, 0.0, []
    result = None
    while True:
        err = yield result
        count += 1
        total += float(err.mean(dtype="f8"))
        peaks = (peaks + [float(err.max())])[-200:]
        result = total / count, max(peaks)


@coroutine
def psnr_histogram(bins):
    counts = np.zeros(len(bins) + 1, dtype=np.int64)
    while True:
        value = yield counts
        counts[np.searchsorted(bins, value)] += 1


def build_denoiser(edge):
    keras.utils.set_random_seed(21)
    x = inp = keras.Input((edge, edge, 1))
    for width in (16, 32, 32, 16):
        x = layers.Conv2D(width, 3, padding="same", activation="relu")(x)
    out = layers.Conv2D(1, 3, padding="same")(x)
    return keras.Model(inp, layers.Add()([inp, 0.01 * out]))


def stream(n, edge, batch, seed=17):
    rng = np.random.RandomState(seed)
    yy, xx = np.mgrid[:edge, :edge] / edge
    for _ in range(n):
        f = rng.uniform(1, 6, (batch, 2, 1, 1))
        clean = np.sin(f[:, 0] * xx * 6) * np.cos(f[:, 1] * yy * 6)
        noisy = clean + rng.normal(0, 0.2, clean.shape)
        yield clean[..., None].astype("f4"), noisy[..., None].astype("f4")


class Harness:
    def __init__(self, model):
        self.model = model
        self.stats = mean_and_worst()
        self.hist = psnr_histogram([10, 14, 18, 22])

    def consume(self, clean, noisy):
        restored = self.model.predict_on_batch(noisy)
        err = np.square(restored - clean)
        for mse in err.mean(axis=(1, 2, 3)):
            counts = self.hist.send(10 * np.log10(4.0 / mse))
        return self.stats.send(err), counts


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    harness = Harness(build_denoiser(64))
    for clean, noisy in stream(n, 64, 16):
        (mean, worst), counts = harness.consume(clean, noisy)
    print("mse %.3f worst %.1f" % (mean, worst))
    print("psnr histogram", counts.tolist())


main()
