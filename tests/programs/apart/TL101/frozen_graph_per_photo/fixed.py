"""Detects defects in photos with a frozen network that another team delivers as a file."""
import os
import sys
import tempfile

import numpy as np
import tensorflow as tf

SIDE = 48


def freeze(path):
    """What the training job writes: the network with its weights as constants."""
    rng = np.random.RandomState(0)
    with tf.Graph().as_default() as graph:
        photo = tf.placeholder(tf.float32, [None, SIDE, SIDE, 1], name="photo")
        values, depth = photo, 1
        for number, width in enumerate((4, 8, 8)):
            kernel = tf.constant(rng.normal(scale=0.3, size=(3, 3, depth, width)), tf.float32)
            values = tf.nn.relu(tf.nn.conv2d(values, kernel, strides=[1, 2, 2, 1], padding="SAME"))
            depth = width
        flat = tf.reshape(values, [-1, 6 * 6 * 8])
        weights = tf.constant(rng.normal(scale=0.1, size=(6 * 6 * 8, 3)), tf.float32)
        tf.nn.softmax(tf.matmul(flat, weights), name="classes")
        tf.train.write_graph(graph, os.path.dirname(path), os.path.basename(path), as_text=False)


def read(path):
    definition = tf.GraphDef()
    with tf.gfile.GFile(path, "rb") as file:
        definition.ParseFromString(file.read())
    return definition


class Detector(object):
    def __init__(self, path):
        self.definition = read(path)
        self.photo, self.classes = tf.import_graph_def(
            self.definition, return_elements=["photo:0", "classes:0"], name="network")
        self.session = tf.Session()

    def classify(self, photos):
        return self.session.run(self.classes, {self.photo: photos})


def photos(rng):
    batch = rng.normal(scale=0.1, size=(64, SIDE, SIDE, 1))
    batch[::2, 10:20, rng.randint(30):, 0] += 1.0
    return batch


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    path = os.path.join(tempfile.mkdtemp(), "defects.pb")
    freeze(path)
    detector = Detector(path)
    rng = np.random.RandomState(4)
    found = np.zeros(3, dtype=int)
    for _ in range(count):
        found += np.bincount(detector.classify(photos(rng)).argmax(axis=1), minlength=3)
    print("%d batches, classes %s" % (count, found.tolist()))


if __name__ == "__main__":
    main()
