"""Datasets from generators, Python functions, parallel maps, shuffles, caches and iterators: elements and threads left.

lanes = ["tf2", "tf215"]
"""
import threading
import time

import numpy
import tensorflow as tf

closed, calls = [], []


def generate(count):
    try:
        for number in range(count):
            yield number, [number] * 3
    finally:
        closed.append(count)


def heavy(x):
    calls.append(int(x))
    return x * 2


data = tf.data.Dataset.from_generator(generate, args=[6], output_signature=(tf.TensorSpec([], tf.int32), tf.TensorSpec([3], tf.int32)))
print([(int(a), b.numpy().tolist()) for a, b in data], closed)
print([int(a) for a, _ in data.take(2)])
mapped = tf.data.Dataset.range(8).map(lambda x: tf.py_function(heavy, [x], tf.int64))
print([int(x) for x in mapped], calls)
numbered = tf.data.Dataset.range(5).map(lambda x: tf.numpy_function(lambda v: numpy.int64(v + 1), [x], tf.int64), num_parallel_calls=2, deterministic=True)
print([int(x) for x in numbered])
print([int(x) for x in tf.data.Dataset.range(30).shuffle(10, seed=4).batch(7).unbatch()])
start = time.monotonic()
while time.monotonic() - start < 1.5:
    for one in tf.data.Dataset.range(20).map(lambda x: x + 1).prefetch(2):
        pass
iterator = iter(tf.data.Dataset.range(3))
print([int(next(iterator)) for _ in range(3)], next(iterator, "end"))
print(tf.data.Dataset.range(3).element_spec, tf.data.Dataset.range(3).cardinality().numpy())
print([t.name for t in threading.enumerate() if t is threading.main_thread()])
