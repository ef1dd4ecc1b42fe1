"""Fit a spectrogram autoencoder with a cosine learning rate and warm restarts."""
import math
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 120


class Cosine:
    def __init__(self, peak, floor, period):
        self.peak, self.floor, self.period = peak, floor, period

    def at(self, epoch):
        phase = epoch / self.period
        return self.floor + 0.5 * (self.peak - self.floor) * (1 + math.cos(phase))


class AutoEncoder(tf.Module):
    def __init__(self, sizes):
        super().__init__()
        self.layers = []
        for a, b in zip(sizes, sizes[1:]):
            kernel = tf.Variable(tf.random.normal((a, b), stddev=(1.0 / a) ** 0.5))
            bias = tf.Variable(tf.zeros(b))
            self.layers.append((kernel, bias))

    def __call__(self, x):
        for kernel, bias in self.layers:
            x = tf.tanh(tf.matmul(x, kernel) + bias)
        return x


class Fitter:
    def __init__(self, model):
        self.model = model
        self.velocity = [tf.Variable(tf.zeros_like(v)) for v in model.trainable_variables]

    @tf.function
    def update(self, x, rate, momentum=0.9):
        variables = self.model.trainable_variables
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self.model(x) - x))
        for var, vel, grad in zip(variables, self.velocity, tape.gradient(loss, variables)):
            vel.assign(momentum * vel - rate * grad)
            var.assign_add(vel)
        return loss


def main():
    rng = np.random.default_rng(0)
    fitter = Fitter(AutoEncoder([192, 256, 32, 256, 192]))
    schedule = Cosine(1e-2, 1e-4, period=37.7)
    for epoch in range(ROUNDS):
        rate = tf.constant(schedule.at(epoch), tf.float32)
        for _ in range(12):
            x = tf.constant(rng.uniform(-0.8, 0.8, (256, 192)).astype("float32"))
            loss = fitter.update(x, rate)
        if epoch % 30 == 0:
            print("epoch %d rate %.5f loss %.4f" % (epoch, rate, float(loss)))


if __name__ == "__main__":
    main()
