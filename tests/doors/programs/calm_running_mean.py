"""Activation statistics kept as a running mean in a variable and two numbers, not as a list of activations."""
LANES = ("tf2",)
RULE = ""
from dataclasses import dataclass

import tensorflow as tf


@dataclass
class Running:
    mean: tf.Variable
    count: int = 0
    largest: float = 0.0

    def add(self, value):
        self.count += 1
        self.mean.assign_add((value - self.mean) / float(self.count))
        self.largest = max(self.largest, float(tf.reduce_max(value)))


statistics = Running(tf.Variable(tf.zeros([100, 64])))
kernel = tf.random.stateless_normal([32, 64], seed=[7, 7])


def round_trip(i):
    activation = tf.nn.relu(tf.random.stateless_normal([100, 32], seed=[i, 3]) @ kernel)
    statistics.add(activation)
    return float(tf.reduce_mean(statistics.mean))
