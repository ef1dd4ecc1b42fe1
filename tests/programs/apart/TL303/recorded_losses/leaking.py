"""Online regression; a decorator gives every loss function its gradients."""
import functools
import sys

import numpy as np
import tensorflow as tf


def differentiable(function):
    """The decorated function returns its value and its gradients; `wrapper.tapes` allows a second look at them."""

    @functools.wraps(function)
    def wrapper(weights, *arguments):
        with tf.GradientTape(persistent=True) as tape:  # LEAK
            value = function(weights, *arguments)
        wrapper.tapes.append(tape)  # LEAK
        return value, tape.gradient(value, weights)

    wrapper.tapes = []
    return wrapper


@differentiable
def huber(weights, x, y):
    first, second = weights
    error = tf.nn.tanh(x @ first) @ second - y
    size = tf.abs(error)
    return tf.reduce_mean(tf.where(size < 1.0, 0.5 * tf.square(error), size - 0.5))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 3300
    rng = np.random.default_rng(81)
    weights = [tf.Variable(rng.normal(scale=0.2, size=s).astype("float32")) for s in ((24, 48), (48, 1))]
    for step in range(steps):
        x = tf.constant(rng.normal(size=(96, 24)), tf.float32)
        value, gradients = huber(weights, x, tf.reduce_sum(x, 1, keepdims=True))
        for weight, gradient in zip(weights, gradients):
            weight.assign_sub(0.05 * gradient)
    print(f"{steps} steps, loss {float(value):.4f}")


if __name__ == "__main__":
    main()
