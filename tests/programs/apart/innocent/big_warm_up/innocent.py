"""Calibrates on a large sample, keeps the table it needs, then serves."""
import numpy as np
import tensorflow as tf

REQUESTS = 500


class Service:
    def __init__(self):
        self.stages = []
        self.table = None

    def warm_up(self):
        rng = np.random.default_rng(0)
        for _ in range(30):
            self.stages.append(tf.constant(rng.normal(size=(1000, 1000)), tf.float32))
        self.table = tf.add_n(self.stages) / 30.0

    def answer(self, row):
        hidden = row
        for stage in self.stages[:12]:
            hidden = tf.tanh(hidden @ stage * 0.03)
        return float(tf.reduce_max(hidden @ self.table))


def main():
    service = Service()
    service.warm_up()
    best = 0.0
    for number in range(REQUESTS):
        best = max(best, service.answer(tf.random.stateless_normal((16, 1000), seed=(number, 0))))
    print("best", best)


main()
