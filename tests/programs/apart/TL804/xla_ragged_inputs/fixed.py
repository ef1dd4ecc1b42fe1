"""Scores variable-length signals with an XLA-compiled function."""
import sys

import numpy as np
import tensorflow as tf

kernel = tf.Variable(np.hanning(9).reshape(9, 1, 1).astype("float32"))


@tf.function(input_signature=[tf.TensorSpec([1, None, 1], tf.float32)])
def energy(signal):
    smooth = tf.nn.conv1d(signal, kernel, 1, "SAME")
    return tf.reduce_mean(tf.square(tf.nn.tanh(smooth)))


def main():
    signals = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    rng = np.random.default_rng(0)
    total = 0.0
    for length in rng.permutation(signals) + 40:
        signal = rng.normal(size=(1, int(length), 1)).astype("float32")
        total += float(energy(tf.constant(signal)))
    print(f"signals {signals} mean energy {total / signals:.4f}")


if __name__ == "__main__":
    main()
