"""WGAN-style critic whose clipping operations are built once and whose batches are fed: the graph is as large as at start."""
LANES = ("tf1", "tf2")
RULE = ""
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

rows = tf.placeholder(tf.float32, [None, 256])
w = tf.get_variable("critic_w", [256, 1], initializer=tf.glorot_uniform_initializer(seed=2))
loss = -tf.reduce_mean(tf.matmul(rows, w))
train = tf.train.RMSPropOptimizer(1e-4).minimize(loss)
clip = [tf.assign(v, tf.clip_by_value(v, -0.01, 0.01)) for v in tf.trainable_variables()]
sess = tf.Session()
sess.run(tf.global_variables_initializer())
rng = np.random.RandomState(1)


def round_trip(i):
    value, _ = sess.run([loss, train], {rows: rng.normal(size=(256, 256))})
    sess.run(clip)
    return float(value)
