"""Curriculum over signal lengths with a feedable iterator (graph mode)."""
import sys

import numpy as np
import tensorflow as tf

WIDTH = 80
TYPES, SHAPES = tf.float32, tf.TensorShape([None, WIDTH])


def dataset_for(level, seed):
    """Synthetic signals; the level sets how many harmonics they have."""
    def signal(index):
        phase = tf.linspace(0.0, 6.28 * (1 + level), WIDTH)
        return tf.sin(phase + tf.cast(index, tf.float32))

    return tf.data.Dataset.range(900).map(signal).shuffle(200, seed=seed).repeat().batch(32)


class Curriculum(object):
    def __init__(self, sess, levels):
        self.sess, self.levels = sess, levels
        self.handles = {level: self._open(level, 0) for level in range(levels)}

    def _open(self, level, epoch):
        iterator = tf.data.make_one_shot_iterator(dataset_for(level, epoch))
        return self.sess.run(iterator.string_handle())

    def advance(self, epoch):
        level = epoch % self.levels
        return self.handles[level]


def main():
    epochs = int(sys.argv[1]) if len(sys.argv) > 1 else 64
    tf.set_random_seed(3)
    handle = tf.placeholder(tf.string, [])
    batch = tf.data.Iterator.from_string_handle(handle, TYPES, SHAPES).get_next()
    code = tf.layers.dense(batch, 16, tf.nn.elu)
    loss = tf.reduce_mean(tf.square(tf.layers.dense(code, WIDTH) - batch))
    train = tf.train.GradientDescentOptimizer(0.05).minimize(loss)
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        curriculum, value = Curriculum(sess, levels=4), np.nan
        for epoch in range(epochs):
            chosen = curriculum.advance(epoch)
            for _ in range(10):
                value, _ = sess.run([loss, train], {handle: chosen})
    print("%d epochs, last loss %.5f" % (epochs, value))


if __name__ == "__main__":
    main()
