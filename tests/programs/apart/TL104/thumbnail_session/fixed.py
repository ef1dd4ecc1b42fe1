"""Turn a stream of camera frames into normalised thumbnails."""
import sys

import numpy as np
import tensorflow as tf


class Preprocessor(object):
    def __init__(self, size):
        self.size = size
        self.frame = tf.placeholder(tf.uint8, [None, None, 3])
        image = tf.image.convert_image_dtype(self.frame, tf.float32)
        image = tf.image.resize_images(image, (size, size))
        self.thumb = tf.image.per_image_standardization(image)
        self.sess = tf.Session()

    def __call__(self, frame):
        return self.sess.run(self.thumb, {self.frame: frame})


def frames(n):
    rng = np.random.RandomState(11)
    for _ in range(n):
        yield rng.randint(0, 255, size=(240, 320, 3)).astype(np.uint8)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    prep = Preprocessor(48)
    total = 0.0
    for frame in frames(count):
        thumb = prep(frame)
        total += float(np.abs(thumb).mean())
    print("frames", count, "mean %.4f" % (total / count))


if __name__ == "__main__":
    main()
