"""Graph-mode scorer that batches the rows of every request with tf.data."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 600


class Scorer:
    def __init__(self, sess):
        self.sess = sess
        self.rows = tf.placeholder(tf.float32, (None, 200))
        self.scores = tf.reduce_sum(tf.square(self.rows), axis=1)
        self.table = tf.placeholder(tf.float32, (None, 200))
        dataset = tf.data.Dataset.from_tensor_slices(self.table).batch(32)
        self.iterator = tf.data.make_initializable_iterator(dataset)
        self.next_batch = self.iterator.get_next()

    def batches(self, table):
        self.sess.run(self.iterator.initializer, {self.table: table})
        while True:
            try:
                yield self.sess.run(self.next_batch)
            except tf.errors.OutOfRangeError:
                return

    def handle(self, table):
        return sum(float(self.sess.run(self.scores, {self.rows: batch}).sum()) for batch in self.batches(table))


def main():
    rng = np.random.RandomState(0)
    with tf.Session() as sess:
        scorer = Scorer(sess)
        total = 0.0
        for request in range(steps):
            total += scorer.handle(rng.rand(64, 200).astype("float32"))
    print("%d requests, total %.1f" % (steps, total))


if __name__ == "__main__":
    main()
