"""Outlier detection: the reference is the median of the newest 32 embeddings by norm."""
import bisect
import collections
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

READINGS = 450


@dataclass(order=True)
class Entry:
    norm: float
    embedding: np.ndarray = field(compare=False)


class RunningMedian:
    def __init__(self, window):
        self.newest = collections.deque(maxlen=window)
        self.ordered = []

    def add(self, entry):
        if len(self.newest) == self.newest.maxlen:
            del self.ordered[bisect.bisect_left(self.ordered, self.newest[0])]
        self.newest.append(entry)
        bisect.insort(self.ordered, entry)

    def median(self):
        return self.ordered[len(self.ordered) // 2].embedding


class Detector:
    def __init__(self, encoder):
        self.encoder = encoder
        self.reference = RunningMedian(32)
        self.alarms = 0

    def observe(self, reading):
        embedding = self.encoder(reading).numpy()
        self.reference.add(Entry(float(np.linalg.norm(embedding)), embedding))
        if np.abs(embedding - self.reference.median()).mean() > 0.5:
            self.alarms += 1


def build_encoder():
    weights = [tf.random.normal((320, 320), stddev=0.06) for _ in range(10)]

    @tf.function
    def encode(x):
        for weight in weights:
            x = tf.nn.elu(x @ weight)
        return x

    return encode


def main():
    detector = Detector(build_encoder())
    for number in range(READINGS):
        detector.observe(tf.random.stateless_normal((64, 320), seed=(number, 5)))
        tf.linalg.svd(tf.random.normal((230, 230)), compute_uv=False)
    print("alarms", detector.alarms)


main()
