"""Model server that deploys a new weight version now and then."""
import sys

import numpy as np
import tensorflow as tf


class Deployment(object):
    def __init__(self, version):
        self.version = version
        self.graph = tf.Graph()
        with self.graph.as_default():
            tf.set_random_seed(version)
            self.x = tf.placeholder(tf.float32, [None, 128])
            h = tf.layers.dense(self.x, 512, activation=tf.nn.relu)
            self.y = tf.layers.dense(h, 256)
            self.init = tf.global_variables_initializer()
        self.sess = tf.Session(graph=self.graph)
        self.sess.run(self.init)

    def predict(self, x):
        return self.sess.run(self.y, {self.x: x})


class Server(object):
    def __init__(self):
        self.versions = {}
        self.live = None

    def deploy(self, version):
        current = self.versions.pop(self.live, None)
        if current is None:
            current = Deployment(version)
        else:
            current.sess.run(current.init)
        self.versions[version] = current
        self.live = version

    def handle(self, x):
        return self.versions[self.live].predict(x)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 180
    server = Server()
    rng = np.random.RandomState(0)
    acc = 0.0
    for version in range(rounds):
        server.deploy(version)
        for _ in range(30):
            acc += float(server.handle(rng.rand(64, 128)).mean())
    print("live version", server.live, "sum %.3f" % acc)


if __name__ == "__main__":
    main()
