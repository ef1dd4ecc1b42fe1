"""Embed recordings of any length, cut into segments, with a compiled network."""
import sys
import time

import numpy as np
import tensorflow as tf


class SegmentEncoder:
    """Two dense layers over the segments of a recording."""

    def __init__(self, width, code):
        rng = np.random.default_rng(0)
        self.first = tf.constant(rng.normal(scale=0.1, size=(width, 64)), tf.float32)
        self.second = tf.constant(rng.normal(scale=0.1, size=(64, code)), tf.float32)
        self._encode = tf.function(
            self._layers, jit_compile=True, input_signature=[tf.TensorSpec([None, width], tf.float32)])

    def _layers(self, segments):
        hidden = tf.nn.relu(tf.matmul(segments, self.first))
        return tf.matmul(hidden, self.second)

    def encode(self, segments):
        padded = np.zeros((4096, segments.shape[1]), np.float32)
        padded[:len(segments)] = segments
        return self._encode(padded).numpy()[:len(segments)]


def recordings(count):
    rng = np.random.default_rng(23)
    for length in 20 + rng.permutation(4000)[:count]:
        time.sleep(0.05)
        yield rng.normal(size=(length, 40)).astype("float32")


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    encoder = SegmentEncoder(40, 8)
    codes = [encoder.encode(segments).max(axis=0) for segments in recordings(count)]
    print(f"{count} recordings, mean code {np.mean(codes, axis=0).round(3)[:3].tolist()}")


if __name__ == "__main__":
    main()
