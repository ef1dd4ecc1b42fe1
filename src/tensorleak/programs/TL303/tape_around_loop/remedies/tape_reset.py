"""Track a slowly moving target with an online linear filter."""
import sys

import numpy as np
import tensorflow as tf


def observations(count, taps):
    rng = np.random.default_rng(81)
    truth = rng.normal(size=(taps, 1)) / taps
    for number in range(count):
        truth += 0.001 * rng.normal(size=truth.shape)
        x = rng.normal(size=(256, taps))
        yield tf.constant(x, tf.float32), tf.constant(x @ truth, tf.float32)


def track(count, taps=64, rate=0.1):
    weights = tf.Variable(tf.zeros([taps, 1]))
    power = tf.Variable(1.0, trainable=False)
    with tf.GradientTape(persistent=True) as tape:
        for x, y in observations(count, taps):
            tape.reset()
            features = tf.nn.tanh(x * weights[:, 0]) + x
            error = tf.matmul(features, weights) - y
            loss = tf.reduce_mean(tf.square(error))
            with tape.stop_recording():
                gradient = tape.gradient(loss, weights)
                weights.assign_sub(rate * gradient)
                power.assign(0.95 * power + 0.05 * loss)
    return float(power)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    print("smoothed error %.6f after %d steps" % (track(steps), steps))


if __name__ == "__main__":
    main()
