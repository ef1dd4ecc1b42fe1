"""Keeps the global weights of the federated model in a TensorFlow graph."""
import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


class AggregationServer(object):
    def __init__(self, inputs, outputs):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.weights = tf.compat.v1.get_variable(
                "weights", [inputs, outputs], initializer=tf.zeros_initializer())
            self.probe = tf.compat.v1.placeholder(tf.float32, [None, inputs])
            self.energy = tf.reduce_mean(tf.square(tf.matmul(self.probe, self.weights)))
            self.sess = tf.compat.v1.Session()
            self.sess.run(tf.compat.v1.global_variables_initializer())
        self.version = 0

    def download(self):
        return self.sess.run(self.weights)

    def upload(self, averaged):
        averaged = np.asarray(averaged, dtype=np.float32)
        with self.graph.as_default():
            self.push(averaged)
        self.version += 1

    def push(self, averaged):
        self.sess.run(tf.assign(self.weights, averaged))  # LEAK

    def evaluate(self, probe):
        return float(self.sess.run(self.energy, {self.probe: probe}))
