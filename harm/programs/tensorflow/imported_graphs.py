"""Imports the same graph definition sixty times, as converters do, and runs it.

lanes = ["tf1", "tf2"]
"""
import tensorflow as tf
from graphs import show_graph

v1 = tf.compat.v1
with tf.Graph().as_default() as graph:
    x = v1.placeholder(tf.float32, [2], name="x")
    tf.multiply(x, 3.0, name="y")
definition = graph.as_graph_def()
with tf.Graph().as_default() as target, v1.Session() as session:
    total = 0.0
    for number in range(60):
        (y,) = v1.import_graph_def(definition, return_elements=["y:0"], name="part%d" % number)
        total += session.run(y, {"part%d/x:0" % number: [1.0, 2.0]}).sum()
    show_graph("target", target.as_graph_def())
    print(total, target.version)
    for _ in range(400):
        session.run(y, {"part59/x:0": [1.0, 2.0]})
if tf.__version__.startswith("2"):
    wrapped = v1.wrap_function(lambda: v1.import_graph_def(definition, name=""), [])
    pruned = wrapped.prune("x:0", "y:0")
    print([float(v) for v in pruned(tf.constant([1.0, 2.0]))], len(wrapped.graph.get_operations()))
