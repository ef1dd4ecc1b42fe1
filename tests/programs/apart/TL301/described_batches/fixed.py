"""Trains on a stream of sensor batches and describes the first of them in its summary."""
import itertools
import sys
import time

import numpy as np
import tensorflow as tf


def stream(count):
    """Batches as the gateway sends them."""
    rng = np.random.default_rng(151)
    for _ in range(count):
        time.sleep(0.005)
        yield tf.constant(rng.normal(size=(96, 160)), tf.float32)


class Denoiser:
    def __init__(self):
        rng = np.random.default_rng(152)
        self.inner = tf.Variable(rng.normal(scale=0.05, size=(160, 640)), dtype=tf.float32)
        self.outer = tf.Variable(rng.normal(scale=0.05, size=(640, 160)), dtype=tf.float32)

    @tf.function
    def step(self, batch):
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(batch + tf.random.normal(tf.shape(batch)), self.inner))
            loss = tf.reduce_mean(tf.square(tf.matmul(hidden, self.outer) - batch))
        inner, outer = tape.gradient(loss, [self.inner, self.outer])
        self.inner.assign_sub(0.05 * inner)
        self.outer.assign_sub(0.05 * outer)
        return loss


def describe(batches):
    first = next(batches)
    return f"{first.shape[0]} rows of {first.shape[1]} sensors, mean {float(tf.reduce_mean(first)):.4f}"


def train(model, batches):
    loss = tf.constant(0.0)
    for batch in batches:
        loss = model.step(batch)
    return loss


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    batches = stream(count)
    first = next(batches)
    loss = train(Denoiser(), itertools.chain([first], batches))
    print(f"trained on {describe(iter([first]))}; last loss below 2: {float(loss) < 2}")


if __name__ == "__main__":
    main()
