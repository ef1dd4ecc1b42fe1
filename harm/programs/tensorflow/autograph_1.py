"""AutoGraph, tf.function and subclassed layers on TensorFlow 1.15: graph definitions and warnings.

lanes = ["tf1"]
"""
import time

import tensorflow as tf
from graphs import show_graph


class Gate(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight("w", [int(shape[-1]), 3], initializer="ones")

    def call(self, x):
        if tf.reduce_mean(x) > 0.0:
            y = tf.matmul(x, self.w)
        else:
            y = -tf.matmul(x, self.w)
        return y


@tf.function
def double(x):
    while tf.reduce_sum(x) < 100.0:
        x = x * 2.0
    return x


gate = Gate()
x = tf.compat.v1.placeholder(tf.float32, [None, 2])
y = double(gate(x))
converted = tf.autograph.to_graph(lambda v: v if v > 0 else -v)
z = converted(tf.constant(-3.0))
show_graph("main", tf.compat.v1.get_default_graph().as_graph_def(), whole=False)
model = tf.keras.Sequential([tf.keras.layers.Dense(2, input_shape=(2,), kernel_initializer="ones"), Gate()])
model.compile("sgd", "mse")
with tf.compat.v1.Session() as session:
    session.run(tf.compat.v1.global_variables_initializer())
    print(session.run([y, z], {x: [[1.0, 2.0]]}))
    start = time.time()
    while time.time() - start < 1.5:
        session.run(y, {x: [[1.0, 2.0]]})
show_graph("all", tf.compat.v1.get_default_graph().as_graph_def(), whole=False)
