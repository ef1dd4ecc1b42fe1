"""Functions run eagerly, nested functions, devices, name scopes, control dependencies, v1 behaviours on TensorFlow 2.

lanes = ["tf2", "tf215"]
"""
import tensorflow as tf
from graphs import show_graph

inner = tf.function(lambda x: x + 1)


@tf.function
def outer(x):
    with tf.name_scope("scope"), tf.control_dependencies([tf.debugging.assert_positive(x)]):
        return inner(x) * 2


print(outer(tf.constant(1)).numpy())
show_graph("outer", outer.get_concrete_function(tf.constant(1)).graph.as_graph_def())
tf.config.run_functions_eagerly(True)
seen = []
outer2 = tf.function(lambda x: seen.append(type(x).__name__) or x)
for _ in range(5):
    outer2(tf.constant(1))
print(seen, tf.config.functions_run_eagerly())
tf.config.run_functions_eagerly(False)
with tf.init_scope():
    print(tf.executing_eagerly())
with tf.Graph().as_default() as graph:
    print(tf.executing_eagerly(), tf.compat.v1.get_default_graph() is graph)
    with tf.compat.v1.variable_scope("a", reuse=tf.compat.v1.AUTO_REUSE):
        v = tf.compat.v1.get_variable("v", [2], initializer=tf.compat.v1.zeros_initializer())
    tf.cond(tf.constant(True), lambda: v + 1, lambda: v - 1)
    tf.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)])
    show_graph("graph", graph.as_graph_def())
for number in range(800):
    inner(tf.constant(number))
print(inner.experimental_get_tracing_count(), tf.config.list_logical_devices())
