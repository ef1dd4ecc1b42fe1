"""Image feature extractor with crash-dump logging.

Debug records are parked in memory and only written to disk when something
goes wrong, so that a failing run can be diagnosed afterwards.
"""
import logging
import logging.handlers
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import numpy as np
import tensorflow as tf

log = logging.getLogger("extractor")


def setup_logging(path=os.devnull):
    log.setLevel(logging.DEBUG)
    log.propagate = False
    target = logging.FileHandler(path)
    target.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    buffer = logging.handlers.MemoryHandler(20, flushLevel=logging.ERROR, target=target)
    log.addHandler(buffer)
    return buffer


class ConvStem(tf.Module):
    """A few strided convolutions with fixed random filters."""

    def __init__(self, widths=(3, 16, 32, 64), seed=7):
        super().__init__(name="stem")
        rng = np.random.RandomState(seed)
        self.kernels = [
            tf.Variable(rng.normal(0, (2.0 / (9 * a)) ** 0.5, (3, 3, a, b)).astype("float32"))
            for a, b in zip(widths, widths[1:])
        ]

    def __call__(self, x):
        for k in self.kernels:
            x = tf.nn.relu(tf.nn.conv2d(x, k, strides=2, padding="SAME"))
        return x


def batches(count, size=8, edge=96, seed=0):
    rng = np.random.RandomState(seed)
    for _ in range(count):
        yield rng.rand(size, edge, edge, 3).astype("float32")


def normalise(images):
    x = tf.convert_to_tensor(images)
    mean = tf.reduce_mean(x, axis=[1, 2], keepdims=True)
    std = tf.math.reduce_std(x, axis=[1, 2], keepdims=True)
    return (x - mean) / (std + 1e-5)


def extract(stem, images, step):
    x = normalise(images)
    fmap = stem(x)
    flipped = stem(tf.reverse(x, axis=[2]))
    fmap = 0.5 * (fmap + tf.reverse(flipped, axis=[2]))
    log.debug("step %d feature map %s mean %.4f", step, fmap.shape, float(tf.reduce_mean(fmap)))
    pooled = tf.reduce_mean(fmap, axis=[1, 2])
    return tf.math.l2_normalize(pooled, axis=-1).numpy()


def main(argv):
    rounds = int(argv[1]) if len(argv) > 1 else 1000
    setup_logging()
    stem = ConvStem()
    centroid = np.zeros(64)
    for step, images in enumerate(batches(rounds)):
        feats = extract(stem, images, step)
        centroid += feats.mean(axis=0)
        if not np.isfinite(centroid).all():
            log.error("non-finite features at step %d", step)
            return 1
    centroid /= rounds
    print("batches %d centroid norm %.3f" % (rounds, np.linalg.norm(centroid)))
    return 0


if __name__ == "__main__":
    main(sys.argv)
