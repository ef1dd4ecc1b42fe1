"""tf2onnx: converts functions and runs the result's own checks.

lanes = ["harm2"]
needs = ["tf2onnx"]
timeout = 300
"""
import numpy
import tensorflow as tf
import tf2onnx
from graphs import digest

weights = tf.constant(numpy.arange(6, dtype="float32").reshape(3, 2))
for number in range(6):
    function = tf.function(lambda x: tf.nn.relu(x @ weights) + float(number))
    try:
        model, _ = tf2onnx.convert.from_function(function, input_signature=[tf.TensorSpec([None, 3], tf.float32, "x")], opset=13)
        print([node.op_type for node in model.graph.node], digest(model.SerializeToString()))
    except Exception as error:
        print(type(error).__name__, str(error)[:200])
