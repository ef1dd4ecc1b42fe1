"""Alternates between training and validation through one feedable iterator."""
import sys

import numpy as np
import tensorflow as tf

COLUMNS = 30


def table(rows, seed):
    rng = np.random.RandomState(seed)
    values = rng.normal(size=(rows, COLUMNS)).astype(np.float32)
    return values, values[:, :3].sum(axis=1).astype(np.float32)


class Feed(object):
    def __init__(self):
        training = tf.data.Dataset.from_tensor_slices(table(1500, 1)).shuffle(500).batch(100)
        validation = tf.data.Dataset.from_tensor_slices(table(500, 2)).batch(100)
        self.iterators = {"training": tf.data.make_initializable_iterator(training),
                          "validation": tf.data.make_initializable_iterator(validation)}
        self.handle = tf.placeholder(tf.string, [])
        shared = tf.data.Iterator.from_string_handle(self.handle, training.output_types, training.output_shapes)
        self.rows, self.target = shared.get_next()

    def open(self, sess):
        self.handles = {name: sess.run(one.string_handle()) for name, one in self.iterators.items()}

    def run(self, sess, name, fetch):
        """Fetches something for each batch of a pass."""
        sess.run(self.iterators[name].initializer)
        while True:
            try:
                yield sess.run(fetch, {self.handle: self.handles[name]})
            except tf.errors.OutOfRangeError:
                return


def main():
    passes = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    feed = Feed()
    answer = tf.layers.dense(tf.layers.dense(feed.rows, 32, activation=tf.nn.relu), 1)[:, 0]
    loss = tf.reduce_mean(tf.square(answer - feed.target))
    train = tf.train.AdamOptimizer(1e-3).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        feed.open(sess)
        for _ in range(passes):
            for _ in feed.run(sess, "training", train):
                pass
            error = np.mean(list(feed.run(sess, "validation", loss)))
    print("%d passes, error below one: %s" % (passes, error < 1.0))


if __name__ == "__main__":
    main()
