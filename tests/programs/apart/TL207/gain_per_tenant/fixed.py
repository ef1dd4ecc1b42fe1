"""Equalises the signals of many tenants; the gains of a tenant are fitted when it first sends something."""
import sys

import numpy as np
import tensorflow as tf

CHANNELS, SAMPLES = 32, 1024


class Equaliser(tf.Module):
    """Gains that follow the level of each sample position."""

    def __init__(self, tenant):
        super().__init__(name=tenant)
        self.gains = None

    @tf.function
    def process(self, signal):
        if self.gains is None:
            self.gains = tf.Variable(tf.ones([CHANNELS, SAMPLES]), name="gains")
        level = tf.sqrt(tf.reduce_mean(tf.square(signal), axis=1, keepdims=True))
        self.gains.assign(0.8 * self.gains + 0.2 / (tf.abs(signal) + level))
        return tf.tanh(signal * self.gains)


class Gateway:
    def __init__(self):
        self.equalisers = []

    def open(self, tenant):
        equaliser = Equaliser(tenant)
        self.equalisers = [equaliser]
        return equaliser

    def serve(self, tenant, signals):
        equaliser = self.open(tenant)
        return sum(float(tf.reduce_mean(equaliser.process(signal))) for signal in signals)


def traffic(count):
    rng = np.random.default_rng(41)
    for number in range(count):
        signals = [tf.constant(rng.normal(size=(CHANNELS, SAMPLES)), tf.float32) for _ in range(3)]
        yield f"tenant_{number:05d}", signals


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    gateway = Gateway()
    total = 0.0
    for tenant, signals in traffic(count):
        total += gateway.serve(tenant, signals)
    print(f"{count} tenants, level {total / count:.6f}, last {gateway.equalisers[-1].name}")


if __name__ == "__main__":
    main()
