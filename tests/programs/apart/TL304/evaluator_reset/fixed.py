"""Segments synthetic scenes and evaluates the overlap of every class after each epoch."""
import time

import numpy as np
import tensorflow.compat.v1 as tf

from evaluators import Evaluator

tf.disable_eager_execution()
tf.logging.set_verbosity(tf.logging.ERROR)

CLASSES, SIDE = 4, 32


class MeanOverlap(Evaluator):
    """Intersection over union, from counts."""

    def __init__(self):
        super(MeanOverlap, self).__init__()
        self.reset()

    def reset(self):
        super(MeanOverlap, self).reset()
        self.common = np.zeros(CLASSES)
        self.either = np.zeros(CLASSES)

    def update(self, predictions, labels):
        super(MeanOverlap, self).update(predictions, labels)
        guess, truth = predictions.argmax(-1), labels
        for number in range(CLASSES):
            self.common[number] += np.sum((guess == number) & (truth == number))
            self.either[number] += np.sum((guess == number) | (truth == number))

    def result(self):
        return float(np.mean(self.common / np.maximum(self.either, 1)))


class Segmenter(object):
    def __init__(self):
        self.scenes = tf.placeholder(tf.float32, [None, SIDE, SIDE, 1])
        self.labels = tf.placeholder(tf.int32, [None, SIDE, SIDE])
        kernel = tf.get_variable("kernel", [3, 3, 1, 8])
        out = tf.get_variable("out", [1, 1, 8, CLASSES])
        x = tf.nn.relu(tf.nn.conv2d(self.scenes, kernel, [1, 1, 1, 1], "SAME"))
        logits = tf.nn.conv2d(x, out, [1, 1, 1, 1], "SAME")
        self.shares = tf.nn.softmax(logits)
        loss = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=self.labels, logits=logits)
        self.train = tf.train.GradientDescentOptimizer(0.05).minimize(tf.reduce_mean(loss))


def scenes(rng, number):
    levels = rng.rand(number, SIDE // 8, SIDE // 8).repeat(8, 1).repeat(8, 2)
    return levels[..., None].astype(np.float32), (levels * CLASSES).astype(np.int32)


def main():
    tf.set_random_seed(13)
    rng = np.random.RandomState(14)
    model, overlap = Segmenter(), MeanOverlap()
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        for epoch in range(300):
            for _ in range(3):
                x, y = scenes(rng, 4)
                session.run(model.train, {model.scenes: x, model.labels: y})
            time.sleep(0.008)
            overlap.reset()
            for _ in range(2):
                x, y = scenes(rng, 4)
                overlap.update(session.run(model.shares, {model.scenes: x}), y)
    print("overlap between 0 and 1: %s" % (0 <= overlap.result() <= 1))


if __name__ == "__main__":
    main()
