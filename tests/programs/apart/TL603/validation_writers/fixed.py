"""Polynomial regression in graph mode with a TensorBoard folder per validation."""
import os
import shutil
import sys
import tempfile
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

DEGREE = 5


class Regression(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, [None], name="x")
        self.y = tf.placeholder(tf.float32, [None], name="y")
        powers = tf.stack([self.x ** p for p in range(DEGREE + 1)], axis=1)
        self.weights = tf.get_variable("weights", [DEGREE + 1], initializer=tf.zeros_initializer())
        self.error = tf.reduce_sum(powers * self.weights, axis=1) - self.y
        self.loss = tf.reduce_mean(tf.square(self.error))
        self.train = tf.train.AdamOptimizer(0.01).minimize(self.loss)
        tf.summary.scalar("loss", self.loss)
        tf.summary.histogram("error", self.error)
        tf.summary.histogram("weights", self.weights)
        self.summaries = tf.summary.merge_all()


def sample(random, count):
    x = random.uniform(-1, 1, size=count).astype(np.float32)
    return x, np.sin(3 * x) + random.normal(scale=0.05, size=count)


class Board(object):
    def __init__(self, folder):
        self.folder = folder
        self.files = 0
        self.writer = tf.summary.FileWriter(folder)

    def write(self, step, summary):
        self.writer.add_summary(summary, step)
        self.writer.flush()
        self.files = len(os.listdir(self.folder))

    def close(self):
        self.writer.close()
        shutil.rmtree(self.folder)


def validate(session, model, board, step, random):
    x, y = sample(random, 500)
    loss, summary = session.run([model.loss, model.summaries], {model.x: x, model.y: y})
    board.write(step, summary)
    return loss


def main():
    validations = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    random = np.random.RandomState(7)
    model = Regression()
    board = Board(tempfile.mkdtemp(prefix="board-"))
    losses = []
    with tf.Session() as session:
        session.run(tf.global_variables_initializer())
        session.graph.finalize()
        print("training", flush=True)
        for step in range(validations):
            for _ in range(10):
                x, y = sample(random, 64)
                session.run(model.train, {model.x: x, model.y: y})
            time.sleep(0.015)  # the data server is slow
            losses.append(float(validate(session, model, board, step, random)))
    print("loss from %.4f to %.4f, %d files" % (losses[0], losses[-1], board.files))
    board.close()


if __name__ == "__main__":
    main()
