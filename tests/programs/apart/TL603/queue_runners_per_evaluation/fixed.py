"""Evaluates a series of checkpoints with the classic queue-based input pipeline."""
from __future__ import print_function

import argparse

import numpy as np
import tensorflow as tf

tf.logging.set_verbosity(tf.logging.ERROR)

CLASSES = 10


def input_pipeline(images, labels, batch_size):
    image, label = tf.train.slice_input_producer([images, labels], shuffle=False)
    image = tf.cast(image, tf.float32) / 255.0
    image = tf.image.per_image_standardization(image)
    return tf.train.batch([image, label], batch_size=batch_size, capacity=4 * batch_size, num_threads=1)


def network(images):
    x = images
    for i, width in enumerate((16, 24, 32)):
        x = tf.layers.conv2d(x, width, 3, strides=2, padding="same", activation=tf.nn.relu, name="conv%d" % i)
    return tf.layers.dense(tf.layers.flatten(x), CLASSES, name="logits")


class Evaluator(object):
    def __init__(self, batch_size=64, batches=24):
        self.batches = batches
        self.batch_size = batch_size
        rng = np.random.RandomState(3)
        images = rng.randint(0, 255, (256, 32, 32, 3)).astype(np.uint8)
        labels = rng.randint(0, CLASSES, 256).astype(np.int32)
        self.graph = tf.Graph()
        with self.graph.as_default():
            x, y = input_pipeline(tf.constant(images), tf.constant(labels), batch_size)
            logits = network(x)
            self.hits = tf.reduce_sum(tf.cast(tf.equal(tf.argmax(logits, 1, output_type=tf.int32), y), tf.int32))
            self.weights = tf.trainable_variables()
            self.feeds = [tf.placeholder(tf.float32, w.shape) for w in self.weights]
            self.assign = tf.group(*[w.assign(f) for w, f in zip(self.weights, self.feeds)])
            self.init = tf.group(tf.global_variables_initializer(), tf.local_variables_initializer())
        self.config = tf.ConfigProto(intra_op_parallelism_threads=1, inter_op_parallelism_threads=2)

    def shapes(self):
        return [w.shape.as_list() for w in self.weights]

    def evaluate(self, checkpoint):
        with self.graph.as_default():
            session = tf.Session(config=self.config)
            session.run(self.init)
            session.run(self.assign, dict(zip(self.feeds, checkpoint)))
            coord = tf.train.Coordinator()
            threads = tf.train.start_queue_runners(sess=session, coord=coord)
            hits = sum(int(session.run(self.hits)) for _ in range(self.batches))
            coord.request_stop()
            session.close()
            coord.join(threads, stop_grace_period_secs=10)
        return hits / float(self.batches * self.batch_size)


def checkpoints(n, shapes):
    for step in range(n):
        rng = np.random.RandomState(step)
        yield step, [rng.normal(0, 0.1, s).astype(np.float32) for s in shapes]


if __name__ == "__main__":
    ap = argparse.ArgumentParser()
    ap.add_argument("checkpoints", type=int, nargs="?", default=60)
    n = ap.parse_args().checkpoints
    evaluator = Evaluator()
    best_step, best = -1, -1.0
    for step, weights in checkpoints(n, evaluator.shapes()):
        accuracy = evaluator.evaluate(weights)
        if accuracy > best:
            best_step, best = step, accuracy
    print("checkpoints", n, "best", best_step, "accuracy %.3f" % best)
