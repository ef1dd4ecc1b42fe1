"""Graph-mode scorer that batches the rows of every request with tf.data."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()
steps = int(sys.argv[1]) if len(sys.argv) > 1 else 120


class Scorer:
    def __init__(self, sess):
        self.sess = sess
        self.rows = tf.placeholder(tf.float32, (None, 200))
        self.scores = tf.reduce_sum(tf.square(self.rows), axis=1)

    def batches(self, table):
        dataset = tf.data.Dataset.from_tensor_slices(table).batch(32)  # LEAK
        next_batch = tf.data.make_one_shot_iterator(dataset).get_next()  # LEAK
        while True:
            try:
                yield self.sess.run(next_batch)
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
