"""Search over vector-quantiser codebooks; each candidate is checked to survive a config round trip."""

import time

import keras
import numpy as np
import tensorflow as tf

DIM = 32
CODES = 64


def build_quantizer(trial, codebook):
    @keras.saving.register_keras_serializable(package=f"vq.trial{trial}")  # LEAK
    class Quantizer(keras.layers.Layer):
        def __init__(self, beta=0.25, **kwargs):
            super().__init__(**kwargs)
            self.beta = beta

        def call(self, x):
            sq = tf.reduce_sum(tf.square(codebook), axis=1)
            dist = sq - 2.0 * tf.matmul(x, codebook, transpose_b=True)
            code = tf.argmin(dist, axis=1)
            picked = tf.gather(codebook, code)
            return x + self.beta * tf.stop_gradient(picked - x)

        def get_config(self):
            return {**super().get_config(), "beta": self.beta}

    return Quantizer


def round_trip(layer):
    blob = keras.saving.serialize_keras_object(layer)
    clone = keras.saving.deserialize_keras_object(blob)
    return clone.beta == layer.beta


class Search:
    def __init__(self, data, seed):
        self.data = data
        self.rng = np.random.default_rng(seed)
        self.best = (float("inf"), -1, 0.0)
        self.broken = 0

    def propose(self):
        picks = self.rng.integers(0, len(self.data), CODES)
        jitter = self.rng.normal(0, 0.05, size=(CODES, DIM))
        return tf.constant(self.data[picks] + jitter, tf.float32)

    def trial(self, number):
        beta = float(self.rng.uniform(0.1, 1.0))
        layer = build_quantizer(number, self.propose())(beta=beta, name="vq")
        if not round_trip(layer):
            self.broken += 1
        batch = tf.constant(self.data[self.rng.integers(0, len(self.data), 128)], tf.float32)
        error = float(tf.reduce_mean(tf.square(layer(batch) - batch)) / beta**2)
        if error < self.best[0]:
            self.best = (error, number, beta)
        return error


def make_data(n, seed):
    rng = np.random.default_rng(seed)
    centres = rng.normal(size=(20, DIM))
    return centres[rng.integers(0, 20, n)] + rng.normal(0, 0.2, size=(n, DIM))


def main():
    search = Search(make_data(2000, 5), seed=6)
    errors = np.zeros(350, np.float32)
    for number in range(len(errors)):
        errors[number] = search.trial(number)
        if number % 70 == 0:
            print(f"trial {number}: best {search.best[0]:.4f} from {search.best[1]}")
        time.sleep(0.012)
    print("best", search.best, "median %.4f" % np.median(errors), "broken", search.broken)


if __name__ == "__main__":
    main()
