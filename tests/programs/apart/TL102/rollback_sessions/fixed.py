"""Blue/green serving of a churn model: deploy a version, check it, switch to it, keep a way back."""
import sys
import time

import numpy as np
import tensorflow as tf


class Deployment(object):
    def __init__(self, version, kernel):
        self.version = version
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.rows = tf.placeholder(tf.float32, [None, kernel.shape[0]])
            variable = tf.get_variable("kernel", kernel.shape, use_resource=True, initializer=tf.zeros_initializer())
            start = tf.placeholder(tf.float32, kernel.shape)
            load = variable.assign(start)
            self.scores = tf.reduce_mean(tf.sigmoid(tf.matmul(self.rows, variable)), axis=1)
        self.session = tf.Session(graph=self.graph)
        self.session.run(load, {start: kernel})

    def score(self, rows):
        return self.session.run(self.scores, {self.rows: rows})

    def shut_down(self):
        self.session.close()


class Switch(object):
    def __init__(self):
        self.live = None
        self.previous = []
        self.requests = 0

    def promote(self, candidate):
        if self.live is not None:
            self.previous.append(self.live)
            if len(self.previous) > 2:
                self.previous.pop(0).shut_down()
        self.live = candidate

    def roll_back(self):
        broken, self.live = self.live, self.previous.pop()
        broken.shut_down()

    def serve(self, rows):
        self.requests += 1
        return self.live.score(rows)


class Release(object):
    def __init__(self, switch, probe):
        self.switch = switch
        self.probe = probe

    def healthy(self):
        return np.isfinite(self.switch.serve(self.probe)).all()

    def run(self, version, kernel):
        self.switch.promote(Deployment(version, kernel))
        if not self.healthy():
            self.switch.roll_back()
        return self.switch.live.version


def retrained(rng, version):
    kernel = rng.normal(scale=0.1, size=(256, 400)).astype("float32")
    if version % 40 == 13:
        kernel[3, 3] = np.nan
    return kernel


def main():
    versions = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    rng = np.random.RandomState(2)
    switch = Switch()
    release = Release(switch, rng.normal(size=(4, 256)))
    started, total = time.time(), 0.0
    for version in range(versions):
        live = release.run(version, retrained(rng, version))
        for _ in range(8):
            total += float(switch.serve(rng.normal(size=(16, 256))).sum())
    print("version %d live, %d requests, %.1f" % (live, switch.requests, total))
    print("%.1f s" % (time.time() - started), file=sys.stderr)


if __name__ == "__main__":
    main()
