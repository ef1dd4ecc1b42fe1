"""Anomaly detection against a ring of recent predictions."""
import sys

import numpy as np
import tensorflow as tf


class Ring:
    """The newest `capacity` arrays."""

    def __init__(self, capacity):
        self.slots = []
        self.capacity = capacity
        self.next = 0

    def add(self, value):
        if len(self.slots) < self.capacity:
            self.slots.append(value)
        else:
            self.slots[self.next] = value
        self.next = (self.next + 1) % self.capacity

    def oldest(self):
        return self.slots[self.next if len(self.slots) == self.capacity else 0]


if __name__ == "__main__":
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    rng = np.random.default_rng(11)
    kernel = tf.constant(rng.normal(scale=0.05, size=(128, 64)), tf.float32)
    ring, drift = Ring(capacity=steps // 3), 0.0
    for step in range(steps):
        x = tf.constant(rng.normal(size=(512, 128)) + step / steps, tf.float32)
        prediction = tf.nn.relu(tf.matmul(x, kernel)).numpy()
        ring.add(prediction)
        drift = max(drift, float(np.abs(prediction.mean() - ring.oldest().mean())))
    print("largest drift %.4f" % drift)
