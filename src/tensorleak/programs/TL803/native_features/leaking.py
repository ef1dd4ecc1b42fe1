"""Anomaly detection on audio: native band energies go into a small dense scorer."""
import sys

import numpy as np
import tensorflow as tf
from spectrum import band_energies

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 4000


@tf.function(input_signature=[tf.TensorSpec((16,), tf.float32), tf.TensorSpec((16, 4), tf.float32)])
def anomaly(energies, kernel):
    return tf.reduce_max(tf.tanh(tf.linalg.matvec(kernel, energies, transpose_a=True)))


def main():
    rng = np.random.default_rng(0)
    kernel = tf.constant(rng.normal(size=(16, 4)).astype("float32") / 50)
    loudest = 0.0
    for clip in range(steps):
        signal = rng.normal(size=4096)
        energies = band_energies(signal)
        loudest = max(loudest, float(anomaly(tf.constant(energies, tf.float32), kernel)))
    print(f"{steps} clips, highest anomaly {loudest:.3f}")


if __name__ == "__main__":
    main()
