"""Batch job on a session that files the fetched latent codes per weekday; the report only needs their count."""
LANES = ("tf1",)
RULE = "TL304"
import numpy as np
import tensorflow as tf

DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]


class LatentReport(object):
    def __init__(self):
        self.by_day = {day: [] for day in DAYS}

    def add(self, day, codes):
        self.by_day[day].append(codes)  # LEAK

    def counts(self):
        return {day: len(codes) for day, codes in self.by_day.items()}


graph = tf.Graph()
with graph.as_default():
    rows = tf.placeholder(tf.float32, [None, 100])
    w = tf.get_variable("w", [100, 32], initializer=tf.orthogonal_initializer(seed=1))
    latent = tf.nn.elu(tf.matmul(rows, w))
    init = tf.global_variables_initializer()
sess = tf.Session(graph=graph)
sess.run(init)
graph.finalize()

report = LatentReport()
random = np.random.RandomState(10)


def round_trip(i):
    batch = random.rand(96, 100)
    report.add(DAYS[i % 7], sess.run(latent, {rows: batch}))
    return report.counts()
