"""Background statistics with two buffers that change places."""
import sys

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()


class Background(object):
    def __init__(self, length):
        self.filling, self.ready = [], []
        self.length = length
        self.mean = None

    def add(self, frame):
        self.filling.append(frame)
        if len(self.filling) == self.length:
            self.filling, self.ready = self.ready, self.filling
            self.reduce()

    def reduce(self):
        self.mean = np.mean(self.ready, axis=0)
        del self.ready[:]


class Detector(object):
    def __init__(self):
        self.frame = tf.placeholder(tf.float32, [None, None])
        self.mean = tf.placeholder(tf.float32, [None, None])
        self.moved = tf.reduce_mean(tf.cast(tf.abs(self.frame - self.mean) > 30.0, tf.float32))
        self.session = tf.Session()

    def __call__(self, frame, mean):
        return float(self.session.run(self.moved, {self.frame: frame, self.mean: mean}))


def main():
    frames = int(sys.argv[1]) if len(sys.argv) > 1 else 2500
    rng, background, detect, moved = np.random.RandomState(2), Background(60), Detector(), 0.0
    for _ in range(frames):
        frame = rng.normal(100, 10, size=(240, 320)).astype(np.float32)
        background.add(frame)
        if background.mean is not None:
            moved += detect(frame, background.mean)
    print("moved %.4f" % (moved / frames))


if __name__ == "__main__":
    main()
