"""Nightly job: present value of many bond portfolios, one TensorFlow call per portfolio."""
import gc
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

PERIODS = 40


def present_value(cashflows, rates):
    """Value of each bond: cash flows discounted period by period."""
    with tf.Session() as sess:
        flows = tf.constant(cashflows, tf.float32)
        factors = tf.exp(tf.constant(-rates, tf.float32))
        result = tf.reduce_sum(flows * factors, axis=1)
        value = sess.run(result)
        del flows, factors, result
    return value


def portfolios(count):
    rng = np.random.RandomState(7)
    periods = np.arange(1, PERIODS + 1, dtype=np.float32)
    for _ in range(count):
        scenarios = rng.uniform(1.0, 5.0, size=(100, 64, PERIODS))
        flows = scenarios.mean(axis=0).astype(np.float32)
        rate = rng.uniform(0.01, 0.05)
        yield flows, rate * periods


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    total, done = 0.0, 0
    for flows, rates in portfolios(steps):
        total += float(present_value(flows, rates).sum())
        done += 1
        if done % 10 == 0:
            gc.collect()
    print("%d portfolios, mean value %.2f" % (steps, total / steps))


if __name__ == "__main__":
    main()
