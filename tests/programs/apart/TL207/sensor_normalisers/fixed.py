"""Normalises the readings of devices that join a network; running figures are made on first sight."""
import sys
import time

import numpy as np
import tensorflow as tf

BINS = 6000


class Normaliser(tf.Module):
    """Keeps mean and spread; the variables are made by the first call."""

    def __init__(self, name=None):
        super().__init__(name=name)
        self.mean = None
        self.spread = None

    @tf.function
    def __call__(self, block):
        if self.mean is None:
            self.mean = tf.Variable(tf.zeros([BINS]), trainable=False)
            self.spread = tf.Variable(tf.ones([BINS]), trainable=False)
        self.mean.assign(0.9 * self.mean + 0.1 * tf.reduce_mean(block, 0))
        self.spread.assign(0.9 * self.spread + 0.1 * tf.math.reduce_std(block, 0))
        return (block - self.mean) / (self.spread + 1e-3)


class Gateway:
    def __init__(self):
        self.normaliser = Normaliser()
        self.address = None
        self.seen = 0

    def receive(self, address, block):
        if address != self.address and self.normaliser.mean is not None:
            self.normaliser.mean.assign(tf.zeros([BINS]))
            self.normaliser.spread.assign(tf.ones([BINS]))
        self.address = address
        clean = self.normaliser(block)
        self.seen += 1
        return float(tf.reduce_max(clean))


def main():
    devices = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    rng = np.random.default_rng(6)
    gateway = Gateway()
    worst = 0.0
    for number in range(devices):
        # a device gets a new address whenever it joins
        address = "%04x:%08x" % (number, int(rng.integers(2**32)))
        for _ in range(2):
            block = tf.constant(rng.normal(3.0, 2.0, [4, BINS]), tf.float32)
            worst = max(worst, gateway.receive(address, block))
        time.sleep(0.04)
        if number % 20 == 0:
            print("device", address, "worst %.2f" % worst)
    print(gateway.seen, "blocks")


if __name__ == "__main__":
    main()
