"""Texture features, computed by a small pool of threads over one session."""
import multiprocessing.dummy
import sys
import threading

import numpy as np
import tensorflow as tf

SIDE = 128


class Engine(object):
    def __init__(self):
        self.graph = tf.Graph()
        self.lock = threading.Lock()
        self.output = None
        with self.graph.as_default():
            self.image = tf.placeholder(tf.float32, (1, SIDE, SIDE, 1), "image")
            bank = np.random.RandomState(0).normal(size=(11, 11, 1, 16)) / 11.0
            self.bank = tf.constant(bank.astype("float32"))
        self.sess = tf.Session(graph=self.graph)


class FeatureJob(object):
    orders = (1.0, 2.0)

    def __init__(self, number, image):
        self.number, self.image = number, image

    def features(self, engine):
        """Moments of the filter responses, at two scales."""
        parts = []
        level = engine.image
        for _ in range(2):
            maps = tf.nn.conv2d(level, engine.bank, [1, 1, 1, 1], "SAME")
            parts.extend(tf.reduce_mean(tf.pow(tf.abs(maps), order), axis=[0, 1, 2]) for order in self.orders)
            level = tf.nn.avg_pool(level, [1, 2, 2, 1], [1, 2, 2, 1], "SAME")
        return tf.concat(parts, axis=0)

    def run(self, engine):
        with engine.lock, engine.graph.as_default():
            if engine.output is None:
                engine.output = self.features(engine)
            output = engine.output
        turned = [np.rot90(self.image, k)[None, :, :, None] for k in range(4)]
        vectors = [engine.sess.run(output, {engine.image: image}) for image in turned]
        return float(np.log1p(vectors).sum())


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 70
    rng = np.random.RandomState(1)
    engine = Engine()
    pool = multiprocessing.dummy.Pool(2)
    total = 0.0
    for r in range(rounds):
        jobs = [FeatureJob(2 * r + k, rng.rand(SIDE, SIDE).astype("float32")) for k in range(2)]
        total += sum(pool.map(lambda job: job.run(engine), jobs))
    pool.close()
    pool.join()
    print("total %.3f over %d rounds" % (total, rounds))


if __name__ == "__main__":
    main()
