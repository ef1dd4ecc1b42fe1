"""Moves a canvas towards the frames of a clip (toy style transfer on TF-1 graphs)."""
from __future__ import print_function

import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

SIDE = 64


def clip_frames(count):
    rng = np.random.RandomState(2)
    phase = np.linspace(0, 6.28, SIDE, dtype=np.float32)
    for number in range(count):
        wave = np.sin(phase + number * 0.1)[:, None] * np.cos(phase)[None, :]
        noise = rng.randn(SIDE, SIDE).astype(np.float32)
        yield np.stack([wave, noise, wave * noise], -1)[None]


class StyleTransfer(object):
    def __init__(self):
        self.canvas = tf.get_variable("canvas", [1, SIDE, SIDE, 3], initializer=tf.zeros_initializer())
        self.filters = tf.get_variable("filters", [3, 3, 3, 8])
        self.features = self.describe(self.canvas)
        flat = tf.reshape(self.features, [-1, 8])
        self.gram = tf.matmul(flat, flat, transpose_a=True) / (SIDE * SIDE)
        self.rate = tf.placeholder_with_default(0.2, [], "rate")
        self.frame = tf.placeholder(tf.float32, [1, SIDE, SIDE, 3], "frame")
        self.distance = tf.reduce_mean(tf.square(self.canvas - self.frame))

    def describe(self, image):
        return tf.nn.relu(tf.nn.conv2d(image, self.filters, [1, 1, 1, 1], "SAME"))

    def paint(self, sess, frame):
        value, canvas = sess.run([self.distance, self.canvas], {self.frame: frame})
        canvas += 0.2 * (frame - canvas)
        self.canvas.load(canvas, sess)
        return value


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    transfer = StyleTransfer()
    best = None
    with tf.Session() as sess:
        sess.run(tf.global_variables_initializer())
        for number, frame in enumerate(clip_frames(frames)):
            value = transfer.paint(sess, frame)
            gram = sess.run(transfer.gram)
            time.sleep(0.03)  # the projector asks for 30 frames a second
            best = value if best is None else min(best, value)
            if number % 40 == 0:
                print("frame", number, "distance %.3f gram %.3f" % (value, gram.trace()))
    print("best", round(float(best), 3))


if __name__ == "__main__":
    main()
