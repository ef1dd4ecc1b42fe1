"""A kernel is kept for each seed, and the program's own exit handlers still draw from seeded generators.

lanes = ["tf2", "tf215"]
"""
import atexit

import tensorflow as tf
from graphs import bits

tf.random.set_seed(5)
generator = tf.random.Generator.from_seed(3)


@tf.function
def drawn():
    return tf.random.normal([4], seed=77)


@atexit.register
def last():
    print("at exit", bits([drawn(), generator.normal([3]), tf.random.uniform([2]), tf.random.normal([2], seed=77)]))


total = tf.zeros([64])
for number in range(1600):
    total += tf.reduce_sum(tf.random.normal([16, 64], seed=number), axis=0)
    if number % 400 == 0:
        print(bits([drawn(), tf.random.normal([2], seed=77)]))
print(bits([total]))
