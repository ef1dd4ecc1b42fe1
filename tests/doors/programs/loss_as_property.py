"""Autoencoder model whose loss is a plain property: each access to model.loss builds the expression once more."""
LANES = ("tf1", "tf2")
RULE = "TL101"
import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Autoencoder:
    def __init__(self, n_in, n_code):
        self.x = tf.placeholder(tf.float32, [None, n_in])
        self.encoder = tf.Variable(tf.random.truncated_normal([n_in, n_code], stddev=0.1, seed=3))
        self.decoder = tf.Variable(tf.random.truncated_normal([n_code, n_in], stddev=0.1, seed=4))
        self.code = tf.nn.relu(tf.matmul(self.x, self.encoder))
        self.output = tf.matmul(self.code, self.decoder)
        self.train_op = tf.train.GradientDescentOptimizer(0.01).minimize(self.loss)

    @property
    def loss(self):
        return tf.reduce_mean(tf.squared_difference(self.output, self.x))  # LEAK


model = Autoencoder(40, 8)
session = tf.Session()
session.run(tf.global_variables_initializer())
data = np.random.RandomState(11).rand(20, 64, 40).astype("float32")
best = float("inf")


def round_trip(i):
    global best
    batch = {model.x: data[i % len(data)]}
    session.run(model.train_op, batch)
    current = float(session.run(model.loss, batch))
    best = min(best, current)
    return current
