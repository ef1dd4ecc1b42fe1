"""Nightly job: present value of many bond portfolios, one TensorFlow call per portfolio."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

PERIODS = 40


class Pricer:
    """Value of each bond: cash flows discounted period by period."""

    def __init__(self):
        self.flows = tf.placeholder(tf.float32, [None, PERIODS])
        self.rates = tf.placeholder(tf.float32, [PERIODS])
        self.value = tf.reduce_sum(self.flows * tf.exp(-self.rates), axis=1)
        self.sess = tf.Session()

    def present_value(self, cashflows, rates):
        return self.sess.run(self.value, {self.flows: cashflows, self.rates: rates})


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
    total = 0.0
    pricer = Pricer()
    for flows, rates in portfolios(steps):
        total += float(pricer.present_value(flows, rates).sum())
    print("%d portfolios, mean value %.2f" % (steps, total / steps))


if __name__ == "__main__":
    main()
