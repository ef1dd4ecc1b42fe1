"""Serves a model that is swapped for a new version now and then; requests share a bounded pool."""
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf


class Version:
    instances = 0

    def __init__(self, number, weights):
        type(self).instances += 1
        self.number = number
        self.weights = weights

    def score(self, rows):
        return tf.nn.sigmoid(tf.matmul(rows, self.weights))


class Service:
    def __init__(self):
        self.pool = ThreadPoolExecutor(2)
        self.versions = {}
        self.publish(0)
        self.waiting = []

    def publish(self, number):
        weights = tf.Variable(tf.random.stateless_normal([256, 128], [number, 1]))
        self.versions[number] = Version(number, weights)
        for old in [n for n in self.versions if n < number - 1]:
            del self.versions[old]

    def request(self, rows):
        version = self.versions[max(self.versions)]
        self.waiting.append(self.pool.submit(version.score, rows))
        if len(self.waiting) >= 8:
            done = [float(tf.reduce_mean(future.result())) for future in self.waiting]
            self.waiting.clear()
            return sum(done) / len(done)
        return None


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 700
    rng = np.random.default_rng(0)
    service, answer = Service(), None
    for number in range(1, rounds + 1):
        if number % 5 == 0:
            service.publish(number // 5)
        rows = tf.constant(rng.normal(size=[32, 256]), tf.float32)
        answer = service.request(rows) or answer
        time.sleep(0.009)
        if number % 140 == 1:
            print("round", number, "versions", sorted(service.versions), "answer", answer)
    service.pool.shutdown()
    print("versions made", Version.instances)


if __name__ == "__main__":
    main()
