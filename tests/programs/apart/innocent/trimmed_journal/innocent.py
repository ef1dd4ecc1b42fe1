"""Kalman-like tracking in a static graph, with a journal that is compacted from time to time."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
SIZE = 420


class Entry(object):
    __slots__ = ("step", "covariance", "innovation")

    def __init__(self, step, covariance, innovation):
        self.step, self.covariance, self.innovation = step, covariance, innovation


class Journal(object):
    def __init__(self, limit):
        self.limit = limit
        self.entries = []
        self.digest = {"steps": 0, "largest": 0.0}

    def write(self, entry):
        self.entries.append(entry)
        if len(self.entries) > self.limit:
            self._compact()

    def _compact(self):
        cut = len(self.entries) // 2
        for entry in self.entries[:cut]:
            self.digest["steps"] += 1
            self.digest["largest"] = max(self.digest["largest"], entry.innovation)
        del self.entries[:cut]


class Tracker(object):
    def __init__(self):
        rng = np.random.RandomState(2)
        motion = (np.eye(SIZE) + rng.normal(size=(SIZE, SIZE)) * 0.002).astype("float32")
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.p = v1.placeholder(tf.float32, (SIZE, SIZE))
            self.z = v1.placeholder(tf.float32, (SIZE, 1))
            f = tf.constant(motion)
            predicted = tf.matmul(tf.matmul(f, self.p), f, transpose_b=True) + 0.01 * tf.eye(SIZE)
            gain = tf.matmul(predicted, tf.linalg.inv(predicted + tf.eye(SIZE)))
            self.next_p = tf.matmul(tf.eye(SIZE) - gain, predicted)
            self.innovation = tf.norm(tf.matmul(gain, self.z))
        self.sess = v1.Session(graph=self.graph)
        self.covariance = np.eye(SIZE, dtype="float32")
        self.journal = Journal(limit=16)

    def step(self, number, measured):
        covariance, innovation = self.sess.run(
            [self.next_p, self.innovation], {self.p: self.covariance, self.z: measured})
        self.covariance = covariance
        self.journal.write(Entry(number, covariance, float(innovation)))
        return float(innovation)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 180
    tracker, rng, last = Tracker(), np.random.RandomState(3), 0.0
    for number in range(rounds):
        for _ in range(3):
            last = tracker.step(number, rng.normal(size=(SIZE, 1)).astype("float32"))
    print("innovation %.4f, digest of %d steps" % (last, tracker.journal.digest["steps"]))


if __name__ == "__main__":
    main()
