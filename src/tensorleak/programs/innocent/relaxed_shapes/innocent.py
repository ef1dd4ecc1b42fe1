"""Outlier counts of signals of any length, with relaxed shapes."""
import sys

import numpy as np
import tensorflow as tf


@tf.function(reduce_retracing=True)
def outliers(signal, limit):
    mean = tf.reduce_mean(signal)
    deviation = tf.abs(signal - mean)
    scale = tf.sqrt(tf.reduce_mean(tf.square(deviation)))
    return tf.reduce_sum(tf.cast(deviation > limit * scale, tf.int32))


def signals(count):
    rng = np.random.default_rng(8)
    for number in range(count):
        yield rng.normal(size=50_000 + 37 * (number * 7919 % 1009))


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    limit = tf.constant(3.0)
    found = sum(int(outliers(tf.constant(signal, tf.float32), limit)) for signal in signals(count))
    print(f"{found} outliers in {count} signals")


if __name__ == "__main__":
    main()
