"""Optimises image patches one after another towards a texture statistic (eager mode)."""
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()
tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


class GramTarget(object):
    def __init__(self, channels, seed):
        rng = np.random.RandomState(seed)
        self.filters = tf.constant(rng.normal(scale=0.3, size=(3, 3, 3, channels)), tf.float32)
        self.target = self.gram(tf.constant(rng.uniform(size=(1, 40, 40, 3)), tf.float32))

    def gram(self, image):
        f = tf.nn.relu(tf.nn.conv2d(image, self.filters, strides=[1, 2, 2, 1], padding="VALID"))
        flat = tf.reshape(f, (-1, f.shape[-1]))
        return tf.matmul(flat, flat, transpose_a=True) / float(int(flat.shape[0]))

    def distance(self, image):
        return tf.reduce_mean(tf.square(self.gram(image) - self.target))


class Painter(object):
    def __init__(self, target, rate=0.05):
        self.target = target
        self.rate = rate
        self.optimizer = tf.compat.v1.train.AdamOptimizer(rate)

    def paint(self, start, steps=2):
        image = tf.Variable(start)  # LEAK
        for _ in range(steps):
            with tf.GradientTape() as tape:
                loss = self.target.distance(image)
            self.optimizer.apply_gradients([(tape.gradient(loss, image), image)])  # LEAK
        return float(loss)


def main():
    rng = np.random.RandomState(60)
    painter = Painter(GramTarget(8, 61))
    history = 0.0
    for n in range(1, 701):
        history += painter.paint(rng.uniform(size=(1, 40, 40, 3)).astype(np.float32))
        if n % 140 == 0:
            print("patch %d: mean distance %.6f" % (n, history / n))
        time.sleep(0.010)


if __name__ == "__main__":
    main()
