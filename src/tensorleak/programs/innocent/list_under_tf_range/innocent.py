"""Collects the partial sums of a series inside a graph loop: a Python list is refused, a TensorArray works."""
import sys

import tensorflow as tf

calls = int(sys.argv[1]) if len(sys.argv) > 1 else 900


@tf.function
def listed(x, count):
    sums = []
    for i in tf.range(count):
        sums.append(x + tf.cast(i, tf.float32))
    return tf.stack(sums)


@tf.function
def collected(x, count):
    sums = tf.TensorArray(tf.float32, size=count)
    for i in tf.range(count):
        sums = sums.write(i, x + tf.cast(i, tf.float32))
    return sums.stack()


x = tf.constant([1.0, 2.0])
try:
    listed(x, tf.constant(50))
    refused = "accepted"
except Exception as error:
    refused = type(error).__name__
total = 0.0
for _ in range(calls):
    total += float(tf.reduce_sum(collected(x, tf.constant(50))))
print(f"list: {refused}; {calls} calls with a TensorArray, sum {total:.0f}")
