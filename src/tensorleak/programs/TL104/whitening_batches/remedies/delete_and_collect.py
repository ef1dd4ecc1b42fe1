"""Whitens batches of spectra before they go to the archive."""
import gc
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

CHANNELS = 128


class Whitener:
    """Multiplies centred spectra with a projection that was estimated beforehand."""

    def __init__(self, projection):
        self.projection = tf.Variable(projection)
        self.sess = tf.Session()
        self.sess.run(tf.global_variables_initializer())

    def whiten(self, batch):
        spectra = tf.constant(batch)
        centred = spectra - tf.reduce_mean(spectra, axis=0)
        whitened = self.sess.run(tf.matmul(centred, self.projection))
        del spectra, centred
        return whitened


def read_spectra(batches):
    rng = np.random.RandomState(42)
    for _ in range(batches):
        yield rng.normal(size=(256, CHANNELS)).astype(np.float32)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    projection = np.eye(CHANNELS, dtype=np.float32)[:, ::-1].copy()
    whitener = Whitener(projection)
    power = 0.0
    for number, batch in enumerate(read_spectra(steps)):
        if number % 10 == 0:
            gc.collect()
        power += float(np.square(whitener.whiten(batch)).mean())
    whitener.sess.close()
    print("%d batches, mean power %.4f" % (steps, power / steps))


if __name__ == "__main__":
    main()
