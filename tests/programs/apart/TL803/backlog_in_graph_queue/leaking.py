"""Trains from a queue that reader threads fill."""
import sys
import threading
import time

import numpy as np
import tensorflow as tf

ROWS, COLUMNS = 64, 256


class Source(object):
    """A graph queue and the threads that feed it."""

    def __init__(self, readers):
        self.queue = tf.FIFOQueue(1000000, [tf.float32], [[ROWS, COLUMNS]])
        self.rows = tf.placeholder(tf.float32, [ROWS, COLUMNS])
        self.put = self.queue.enqueue(self.rows)
        self.batch = self.queue.dequeue()
        self.readers = readers
        self.stopped = threading.Event()

    def read(self, sess, seed):
        rng = np.random.RandomState(seed)
        while not self.stopped.is_set():
            rows = rng.normal(size=(ROWS, COLUMNS))
            sess.run(self.put, {self.rows: rows})  # LEAK
            time.sleep(0.012)

    def start(self, sess):
        self.threads = [threading.Thread(target=self.read, args=(sess, seed)) for seed in range(self.readers)]
        for thread in self.threads:
            thread.start()

    def stop(self):
        self.stopped.set()
        for thread in self.threads:
            thread.join()


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 450
    source = Source(readers=2)
    values = tf.layers.dense(source.batch, 64, activation=tf.nn.relu)
    loss = tf.reduce_mean(tf.square(tf.layers.dense(values, COLUMNS) - source.batch))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        source.start(sess)
        for _ in range(steps):
            value = sess.run([loss, train])[0]
            time.sleep(0.02)
        source.stop()
    print("%d steps, loss below two: %s" % (steps, value < 2.0))


if __name__ == "__main__":
    main()
