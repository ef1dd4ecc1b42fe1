"""Counts every operation that runs, with TensorFlow's own callbacks: only the program's.

lanes = ["tf2", "tf215"]
"""
from collections import Counter

import tensorflow as tf
from habit import rounds
from tensorflow.python.framework import op_callbacks

seen = Counter()


def note(op_type, inputs, attrs, outputs, op_name=None, graph=None):
    seen[op_type] += 1


op_callbacks.add_op_callback(note)
kept = []
for number in rounds(50):
    kept.append(tf.ones([100]) * number)
    with tf.GradientTape() as tape:
        v = tf.Variable(1.0)
        y = v * v
    tape.gradient(y, v)
op_callbacks.remove_op_callback(note)
print(sorted(seen.items()))
tf.debugging.enable_check_numerics()
try:
    tf.math.log(tf.constant(-1.0))
except tf.errors.InvalidArgumentError as error:
    print(error.message.splitlines()[1:3])
