"""Functions converted to ONNX, one after the other."""

import logging
import sys

import tensorflow as tf
import tf2onnx

logging.disable(logging.WARNING)
rounds = int(sys.argv[1])
total = 0
for number in range(rounds):
    w = tf.random.normal((32, 32 + number % 4))
    function = tf.function(lambda x, w=w: tf.nn.relu(tf.matmul(x, w)) + 1.0)
    model, _ = tf2onnx.convert.from_function(function, [tf.TensorSpec((None, 32), tf.float32)])
    total += len(model.graph.node)
print(f"{total} nodes")
