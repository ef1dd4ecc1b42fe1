"""A tensor is kept for each Python number that meets a tensor, and the program's own exit handlers still use some of them.

lanes = ["tf2", "tf215"]
"""
import atexit

import tensorflow as tf
from graphs import bits

weights = tf.Variable(tf.ones((8, 8)))


@atexit.register
def last():
    print("at exit", bits([weights * 0.25, weights * 0.1, tf.constant(7.5)]))


for step in range(30_000):
    weights.assign_sub((0.1 / (step + 1)) * tf.ones((8, 8)))
    if step % 10_000 == 0:
        print(bits([weights * 0.25]))
print(bits([weights]))
