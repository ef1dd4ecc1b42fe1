"""A seeded session training with queues, summaries and savers: results and files.

lanes = ["tf1", "tf2"]
"""
import numpy
import tensorflow as tf
from graphs import bits, show_graph

v1 = tf.compat.v1
v1.disable_eager_execution()
v1.set_random_seed(9)
numpy.random.seed(9)
x, y = v1.placeholder(tf.float32, [None, 4]), v1.placeholder(tf.float32, [None, 1])
w = v1.get_variable("w", [4, 1], initializer=v1.random_normal_initializer())
loss = tf.reduce_mean((tf.matmul(tf.nn.dropout(x, rate=0.1), w) - y) ** 2)
train = v1.train.AdamOptimizer(0.05).minimize(loss)
saver = v1.train.Saver()
with v1.Session() as session:
    session.run(v1.global_variables_initializer())
    for number in range(1500):
        batch = numpy.random.normal(size=(16, 4))
        value, _ = session.run([loss, train], {x: batch, y: batch.sum(axis=1, keepdims=True)})
    print(float(value).hex(), bits([session.run(w)]))
    saver.save(session, "./model.ckpt", write_meta_graph=False)
show_graph("all", v1.get_default_graph().as_graph_def())
