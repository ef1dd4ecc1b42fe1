"""Monte Carlo dropout where a fresh NumPy mask is multiplied onto a tensor per pass: every mask is baked into the graph."""
LANES = ("tf1",)
RULE = "TL104"
import numpy as np
import tensorflow as tf

rng = np.random.RandomState(21)
hidden_in = tf.placeholder(tf.float32, [80, 64])
head = tf.Variable(rng.randn(64, 3).astype(np.float32))
hidden = tf.nn.relu(hidden_in)

session = tf.Session()
session.run(tf.global_variables_initializer())
examples = rng.randn(80, 64).astype(np.float32)


def stochastic_pass(keep):
    mask = (rng.rand(80, 64) < keep).astype(np.float32) / keep
    dropped = hidden * mask  # LEAK
    return session.run(tf.matmul(dropped, head), feed_dict={hidden_in: examples})


spread = None


def round_trip(i):
    global spread
    spread = stochastic_pass(0.8).std(axis=0)
