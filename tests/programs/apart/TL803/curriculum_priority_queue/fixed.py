"""Curriculum through a priority queue inside TensorFlow: easy samples are trained on first."""
import sys

import numpy as np
import tensorflow as tf

WIDTH = 1024


class Curriculum(object):
    def __init__(self, capacity):
        self.difficulty = tf.placeholder(tf.int64, [None])
        self.rows = tf.placeholder(tf.float32, [None, WIDTH])
        self.queue = tf.PriorityQueue(capacity, types=[tf.float32], shapes=[[WIDTH]], name="curriculum")
        self.put = self.queue.enqueue_many([self.difficulty, self.rows])
        self.take = self.queue.dequeue_many(32)
        self.waiting = self.queue.size()


class Autoencoder(object):
    def __init__(self):
        self.rows = tf.placeholder(tf.float32, [None, WIDTH])
        code = tf.layers.dense(self.rows, 8)
        self.loss = tf.reduce_mean(tf.square(tf.layers.dense(code, WIDTH) - self.rows))
        self.train = tf.train.AdamOptimizer(1e-3).minimize(self.loss)


class Trainer(object):
    def __init__(self, capacity=-1):
        self.curriculum = Curriculum(capacity)
        self.model = Autoencoder()
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def submit(self, rows):
        difficulty = np.int64(1000 * rows.std(axis=1))
        feeds = {self.curriculum.difficulty: difficulty, self.curriculum.rows: rows}
        self.session.run(self.curriculum.put, feeds)

    def step(self):
        _, rows = self.session.run(self.curriculum.take)
        loss, _ = self.session.run([self.model.loss, self.model.train], {self.model.rows: rows})
        return loss

    def round(self, rows):
        self.submit(rows)
        loss = self.step()
        while self.session.run(self.curriculum.waiting) >= 256:
            loss = self.step()
        return loss


def sensor_batches(count, size, seed):
    rng = np.random.RandomState(seed)
    for _ in range(count):
        scale = rng.gamma(2.0, 1.0, size=(size, 1))
        yield (rng.normal(size=(size, WIDTH)) * scale).astype(np.float32)


def main():
    batches = int(sys.argv[1]) if len(sys.argv) > 1 else 1400
    trainer = Trainer()
    loss = 0.0
    for rows in sensor_batches(batches, 96, 9):
        loss = trainer.round(rows)
    print("loss %.3f" % loss)


if __name__ == "__main__":
    main()
