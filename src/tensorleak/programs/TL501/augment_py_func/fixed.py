"""Renders augmented previews: a NumPy routine is called from the graph for every image."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def shift(image, offset):
    return np.roll(image, offset, axis=1)


class Preview:
    def __init__(self, sess):
        self.sess = sess
        self.image = tf.placeholder(tf.float32, [None, None])
        self.offset = tf.placeholder(tf.int64, [])
        self.shifted = tf.py_func(shift, [self.image, self.offset], tf.float32)

    def __call__(self, image, offset):
        return self.sess.run(self.shifted, {self.image: image, self.offset: offset})


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(61)
    checksum = 0.0
    with tf.Session() as sess:
        preview = Preview(sess)
        for step in range(steps):
            image = rng.uniform(size=(256, 256)).astype(np.float32)
            checksum += float(preview(image, step % 17)[0, 0])
    print("%d previews, checksum %.3f" % (steps, checksum))


if __name__ == "__main__":
    main()
