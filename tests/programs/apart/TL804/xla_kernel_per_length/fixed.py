"""Streaming speech features: a compiled chunk encoder applied to recordings of any length."""
import sys
from pathlib import PurePath

import numpy as np
import tensorflow as tf

MEL = 40
BUCKET = 512


class ChunkEncoder(tf.Module):
    def __init__(self, depth=4, width=96, seed=12):
        super().__init__()
        rng = np.random.RandomState(seed)

        def mat(a, b):
            return tf.Variable((rng.randn(a, b) / a ** 0.5).astype("float32"))

        self.inp = mat(MEL, width)
        self.blocks = [(mat(width, width), mat(width, 2 * width), mat(2 * width, width)) for _ in range(depth)]

    @tf.function(input_signature=[tf.TensorSpec([None, MEL]), tf.TensorSpec([], tf.int32)], jit_compile=True)
    def encode(self, frames, valid):
        mask = tf.cast(tf.range(tf.shape(frames)[0]) < valid, tf.float32)[:, None]
        x = tf.matmul(frames, self.inp) * mask
        for q, up, down in self.blocks:
            context = (x + tf.roll(x, 1, axis=0) + tf.roll(x, 2, axis=0)) / 3.0
            gate = tf.sigmoid(tf.matmul(context, q))
            x = x + gate * tf.matmul(tf.nn.relu(tf.matmul(x, up)), down)
            x = x / (1e-3 + tf.sqrt(tf.reduce_mean(tf.square(x), axis=1, keepdims=True)))
        return tf.reduce_sum(x * mask, axis=0) / tf.cast(valid, tf.float32)


class Recordings:
    """Pretends to be a folder of log-mel files, each of a different length."""

    def __init__(self, count, seed=6):
        rng = np.random.RandomState(seed)
        self.lengths = rng.permutation(np.arange(120, 500))[np.arange(count) % 380]
        self.rng = rng

    def __iter__(self):
        for i, n in enumerate(self.lengths):
            yield PurePath("clips") / ("%05d.npy" % i), self.rng.randn(n, MEL).astype("float32")


def cmvn(frames):
    return (frames - frames.mean(0)) / (frames.std(0) + 1e-5)


def encode_file(encoder, frames, gains=np.linspace(0.7, 1.3, 40)):
    frames = cmvn(frames)
    valid = len(frames)
    size = BUCKET
    total = 0.0
    for gain in gains:
        padded = np.zeros((size, MEL), "float32")
        padded[:valid] = frames * gain
        total += encoder.encode(tf.constant(padded), tf.constant(valid)).numpy()
    return total / len(gains)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 42
    encoder = ChunkEncoder()
    centroid, longest = np.zeros(96), ""
    for path, frames in Recordings(count):
        vec = encode_file(encoder, frames)
        centroid += vec / count
        longest = max(longest, path.stem)
    print("encoded", count, "last", longest, "centroid ok:", bool(np.isfinite(centroid).all()))


if __name__ == "__main__":
    main()
