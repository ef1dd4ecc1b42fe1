"""Names of functions and operations hold numbers that TensorFlow counts up in the process: nobody else takes one.

lanes = ["tf2", "tf215", "tf1"]
"""
import tensorflow as tf
from tensorflow.python.framework import ops

x = tf.constant(1)
if tf.executing_eagerly():
    for number in range(4):
        double = tf.function(lambda v: tf.while_loop(lambda i: i < 9, lambda i: i * 2, [v]))
        concrete = double.get_concrete_function(x)
        print(concrete.name, sorted(one.signature.name for one in concrete.graph.as_graph_def().library.function))
        kept = [tf.ones([2]) * i for i in range(50)]
        variable = tf.Variable(1.0)
        model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        print(variable.name, model.name, model.layers[0].name, ops.uid())
else:
    with tf.compat.v1.Session() as session:
        for number in range(200):
            session.run(x + number)
    print(x.graph.version, (x * 2).name, ops.uid())
