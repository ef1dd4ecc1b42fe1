"""Legacy scoring endpoint: opens and closes a session on every request, over one graph built at start."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


class Endpoint:
    def __init__(self):
        rng = np.random.RandomState(4)
        self.table = rng.normal(size=(64, 256)).astype(np.float32)
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.inputs = tf.placeholder(tf.float32, [None, 64])
            weights = tf.Variable(self.table)
            self.outputs = tf.nn.softmax(tf.matmul(self.inputs, weights))
            self.init = tf.global_variables_initializer()

    def answer(self, rows):
        with tf.Session(graph=self.graph) as sess:
            sess.run(self.init)
            return sess.run(self.outputs, {self.inputs: rows}).argmax(axis=1)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    endpoint = Endpoint()
    rng = np.random.RandomState(5)
    classes = set()
    for _ in range(steps):
        classes.update(endpoint.answer(rng.normal(size=(32, 64)).astype(np.float32)).tolist())
    print("%d requests, %d classes seen" % (steps, len(classes)))


if __name__ == "__main__":
    main()
