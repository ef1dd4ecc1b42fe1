"""Trains an autoencoder by hand; a decorator reports which layers saturate."""
import functools
import sys
import time

import numpy as np
import tensorflow as tf

BATCH, INPUTS, CODE = 96, 96, 64


def watched(limit):
    """Warns when a layer's output saturates more often than `limit`."""

    def wrap(function):
        outputs = []
        shares = []

        @functools.wraps(function)
        def call(*args):
            result = function(*args)
            outputs.append(result)  # LEAK
            if len(shares) < 20:
                shares.append(float(tf.reduce_mean(tf.cast(tf.abs(result) > 0.95, tf.float32))))
            return result

        def report():
            newest = outputs[-1]
            share = float(tf.reduce_mean(tf.cast(tf.abs(newest) > 0.95, tf.float32)))
            verdict = "saturated" if share > limit else "fine"
            return f"{function.__name__}: {share:.3f} now, {np.mean(shares):.3f} at first, {verdict}"

        call.report = report
        return call

    return wrap


encoder = tf.Variable(tf.random.stateless_normal([INPUTS, CODE], [1, 1], stddev=0.1))
decoder = tf.Variable(tf.random.stateless_normal([CODE, INPUTS], [2, 2], stddev=0.1))


@watched(limit=0.4)
def encode(x):
    return tf.tanh(tf.matmul(x, encoder))


def decode(code):
    return tf.tanh(tf.matmul(code, decoder))


def train_step(x, rate):
    with tf.GradientTape() as tape:
        code = encode(x)
        loss = tf.reduce_mean(tf.square(decode(code) - x))
    for variable, gradient in zip((encoder, decoder), tape.gradient(loss, [encoder, decoder])):
        variable.assign_sub(rate * gradient)
    return float(loss)


def batches(count):
    rng = np.random.default_rng(5)
    for _ in range(count):
        factors = rng.normal(size=(BATCH, 6))
        loads = rng.normal(size=(6, INPUTS))
        time.sleep(0.004)  # reads from the shared disk
        yield tf.constant(np.tanh(factors @ loads), tf.float32)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    losses = []
    print("training", flush=True)
    for number, x in enumerate(batches(count)):
        losses.append(train_step(x, rate=0.5))
        if number % 300 == 299:
            print(f"batch {number + 1}: loss {np.mean(losses[-100:]):.4f}; {encode.report()}")
    print("done, final loss %.4f" % losses[-1])


if __name__ == "__main__":
    main()
