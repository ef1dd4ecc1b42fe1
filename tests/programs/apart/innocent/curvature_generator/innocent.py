"""Measures gradient and curvature of a network on a stream of batches."""
import itertools
import sys

import numpy as np
import tensorflow as tf


def batches(seed):
    rng = np.random.default_rng(seed)
    while True:
        rows = rng.normal(size=(256, 48))
        yield tf.constant(rows, tf.float32), tf.constant(np.sin(rows.sum(axis=1, keepdims=True)), tf.float32)


def curvature(stream, weights):
    """Norms of the gradient and of a product with the matrix of second derivatives."""
    for rows, target in stream:
        with tf.GradientTape(persistent=True) as outer:
            with tf.GradientTape() as inner:
                hidden = tf.tanh(rows @ weights[0])
                loss = tf.reduce_mean(tf.square(hidden @ weights[1] - target))
            gradients = inner.gradient(loss, weights)
            size = tf.add_n([tf.reduce_sum(tf.square(gradient)) for gradient in gradients])
        products = [outer.gradient(size, weight) for weight in weights]
        yield float(size), float(tf.linalg.global_norm(products))
        for weight, gradient in zip(weights, gradients):
            weight.assign_sub(0.05 * gradient)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 800
    rng = np.random.default_rng(2)
    weights = [tf.Variable(rng.normal(scale=0.1, size=(48, 128)), dtype=tf.float32),
               tf.Variable(rng.normal(scale=0.1, size=(128, 1)), dtype=tf.float32)]
    sharpest = 0.0
    for _, product in itertools.islice(curvature(batches(5), weights), steps):
        sharpest = max(sharpest, product)
    print(f"{steps} steps, sharpest {sharpest:.4f}")


if __name__ == "__main__":
    main()
