"""Renders augmented previews: a NumPy routine is called from the graph for every image."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()


def make_shift(image, offset):
    def shift():
        return np.roll(image, offset, axis=1)

    return shift


def preview(sess, image, offset):
    shifted = tf.py_func(make_shift(image, offset), [], tf.float32)  # LEAK
    return sess.run(shifted)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    rng = np.random.RandomState(61)
    checksum = 0.0
    with tf.Session() as sess:
        for step in range(steps):
            image = rng.uniform(size=(256, 256)).astype(np.float32)
            checksum += float(preview(sess, image, step % 17)[0, 0])
    print("%d previews, checksum %.3f" % (steps, checksum))


if __name__ == "__main__":
    main()
