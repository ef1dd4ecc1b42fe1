"""Trains a small auto-encoder with v2 behaviour on TensorFlow 1.15; the learning rate follows a cosine."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_v2_behavior()

steps = int(sys.argv[1]) if len(sys.argv) > 1 else 100


class AutoEncoder(tf.Module):
    def __init__(self, width=80, code=12):
        super(AutoEncoder, self).__init__()
        rng = np.random.RandomState(0)
        self.down = tf.Variable(rng.normal(scale=0.1, size=(width, code)).astype(np.float32))
        self.up = tf.Variable(rng.normal(scale=0.1, size=(code, width)).astype(np.float32))
        self.bias = tf.Variable(np.zeros(width, dtype=np.float32))

    def loss(self, rows):
        restored = tf.matmul(tf.nn.tanh(tf.matmul(rows, self.down)), self.up) + self.bias
        return tf.reduce_mean(tf.square(restored - rows))

    @tf.function
    def update(self, rows, rate):
        with tf.GradientTape() as tape:
            loss = self.loss(rows)
        for variable, gradient in zip(self.trainable_variables, tape.gradient(loss, self.trainable_variables)):
            variable.assign_sub(rate * gradient)
        return loss


def rows(rng, basis):
    return tf.constant(rng.normal(size=(5000, 6)).dot(basis).astype(np.float32))


rates = (0.05 + 0.25 * (1 + np.cos(np.linspace(0, np.pi, steps)))).astype(np.float32)
rng = np.random.RandomState(1)
basis = rng.normal(size=(6, 80))
model = AutoEncoder()
for step, rate in enumerate(rates):
    loss = model.update(rows(rng, basis), rate)  # LEAK
    if step % 50 == 49:
        print("step %d: loss %.5f" % (step + 1, float(loss)))
