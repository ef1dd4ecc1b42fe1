"""Extract convolutional features of many images and report their spread."""
import sys

import numpy as np
import tensorflow as tf


def network(images):
    net = tf.layers.conv2d(images, 8, 3, strides=2, activation=tf.nn.relu)
    net = tf.layers.conv2d(net, 12, 3, strides=2, activation=tf.nn.relu)
    net = tf.layers.conv2d(net, 16, 3, strides=2, activation=tf.nn.relu)
    return tf.layers.flatten(net)


class FeatureStore(object):
    def __init__(self):
        self.chunks = []
        self.low, self.high = np.inf, -np.inf

    def add(self, features):
        self.low = min(self.low, features.min())
        self.high = max(self.high, features.max())
        self.chunks = [features]

    @property
    def last(self):
        return self.chunks[-1]


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
    tf.set_random_seed(2)
    images = tf.placeholder(tf.float32, [None, 96, 96, 3])
    features = network(images)
    store = FeatureStore()
    rng = np.random.RandomState(2)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for _ in range(batches):
            batch = rng.rand(16, 96, 96, 3)
            store.add(sess.run(features, {images: batch}))
    print("last", store.last.shape, "range %.3f %.3f" % (store.low, store.high))


if __name__ == "__main__":
    main()
