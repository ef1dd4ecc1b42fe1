"""Runs many small tenant jobs; each gets its own TensorBoard directory."""
import os
import shutil
import tempfile
import time

import numpy as np
import tensorflow as tf

tf.compat.v1.logging.set_verbosity(tf.compat.v1.logging.ERROR)


class TenantJob(object):
    def __init__(self, shared, number, root):
        self.shared = shared
        self.number = number
        self.logdir = os.path.join(root, "tenant-%04d" % number)

    def data(self):
        rng = np.random.RandomState(self.number)
        return rng.gamma(2.0, 1.0 + self.number % 5, size=(256,))

    def run(self, sess):
        writer = tf.summary.FileWriterCache.get(self.logdir)  # LEAK
        values = self.data()
        for step, part in enumerate(np.split(values, 4)):
            summary, mean = sess.run([self.shared.summary, self.shared.mean], {self.shared.x: part})
            writer.add_summary(summary, step)
        writer.flush()
        return float(mean)


class SharedGraph(object):
    def __init__(self):
        self.x = tf.placeholder(tf.float32, (64,))
        self.mean, var = tf.nn.moments(self.x, axes=[0])
        self.summary = tf.summary.merge([
            tf.summary.scalar("mean", self.mean),
            tf.summary.scalar("variance", var),
            tf.summary.histogram("values", self.x),
        ])


def main():
    root = tempfile.mkdtemp(prefix="tenants")
    shared = SharedGraph()
    total = 0.0
    with tf.Session() as sess:
        for number in range(1, 751):
            total += TenantJob(shared, number, root).run(sess)
            if number % 150 == 0:
                print("%d tenants, mean of means %.4f" % (number, total / number))
            time.sleep(0.010)
    shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    main()
