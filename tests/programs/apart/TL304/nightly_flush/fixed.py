"""Builds a taste profile for each visitor of a shop and makes sure that profiles are on disk when the job ends."""
import os
import sys
import tempfile
import time

import numpy as np
import tensorflow as tf

FOLDER = tempfile.mkdtemp(prefix="profiles-")


def write(name, profile):
    with open(os.path.join(FOLDER, "profiles.bin"), "ab") as file:
        file.write(name.encode().ljust(16) + profile[:8].astype("float16").tobytes())


class Profiler:
    """Turns the pages that a visitor saw into a profile."""

    def __init__(self, pages=4000, width=96):
        rng = np.random.default_rng(51)
        self.pages = tf.constant(rng.normal(size=(pages, width)), tf.float32)
        self.mixing = tf.constant(rng.normal(scale=0.1, size=(width, width)), tf.float32)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def profile(self, seen):
        vectors = tf.nn.tanh(tf.matmul(tf.gather(self.pages, seen), self.mixing))
        return tf.reduce_sum(tf.matmul(vectors, vectors, transpose_a=True), axis=0), vectors

    def visit(self, name, seen):
        centre, vectors = self.profile(tf.constant(seen, tf.int32))
        profile = np.concatenate([centre.numpy(), vectors.numpy().ravel()])
        write(name, profile)
        return float(profile[0])


def visitors(count):
    rng = np.random.default_rng(52)
    for number in range(count):
        time.sleep(0.004)
        yield f"visitor-{number}", rng.integers(4000, size=150)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1400
    profiler, total = Profiler(), 0.0
    for name, seen in visitors(count):
        total += profiler.visit(name, seen)
    print(f"{count} profiles, mean {total / count:.3f}")


if __name__ == "__main__":
    main()
