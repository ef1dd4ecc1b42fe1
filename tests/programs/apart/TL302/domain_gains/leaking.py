"""Speech enhancement: a per-recording gain matrix inside a shared Keras network."""
import sys

import keras
import numpy as np
import tensorflow as tf

BANDS = 320


class GainBank:
    """Gain matrices by domain, made on first use (a built layer may not grow, so they live here)."""

    def __init__(self, bands):
        self.bands = bands
        self.slots = {}

    def get(self, domain):
        if domain not in self.slots:
            self.slots[domain] = keras.Variable(np.eye(self.bands, dtype="float32"), name="gain")  # LEAK
        return self.slots[domain]


class DomainGain(keras.layers.Layer):
    def __init__(self, bands, **kwargs):
        super().__init__(**kwargs)
        self.bank = GainBank(bands)

    def call(self, frames, domain="base"):
        return tf.matmul(frames, self.bank.get(domain))


class Enhancer(keras.Model):
    def __init__(self):
        super().__init__()
        self.front = keras.layers.Dense(BANDS, activation="relu")
        self.gain = DomainGain(BANDS)
        self.back = keras.layers.Dense(BANDS, activation="sigmoid")

    def call(self, frames, domain="base"):
        return self.back(self.gain(self.front(frames), domain=domain))


def domain_of(name):
    site, _, session = name.partition("/")
    return "%s-%s" % (site, session)


def recordings(rounds):
    rng = np.random.default_rng(12)
    for i in range(rounds):
        yield "site%d/session%04d" % (i % 4, i), rng.random((1024, BANDS), dtype=np.float32)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    keras.utils.set_random_seed(12)
    model = Enhancer()
    levels = {}
    for name, frames in recordings(rounds):
        out = model(tf.constant(frames), domain=domain_of(name))
        for _ in range(3):
            out = model(out, domain=domain_of(name))
        site = name.split("/")[0]
        levels[site] = 0.9 * levels.get(site, 0.0) + 0.1 * float(tf.reduce_mean(out))
    print("levels", {k: round(v, 4) for k, v in sorted(levels.items())})


if __name__ == "__main__":
    main()
