"""Sharded scoring in graph mode: sessions are opened on demand, one per shard."""
import collections
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

SHARDS, FEATURES = 6, 64


class Shard(object):
    def __init__(self, graph, number):
        self.session = tf.Session(graph=graph)
        self.session.run("init")
        self.session.run("shift", {"amount:0": 0.1 * number})
        self.recent = collections.deque(maxlen=10)
        self.sums = []

    def score(self, rows, rate):
        result = self.session.run("score:0", {"rows:0": rows, "rate:0": rate})
        self.recent.append(result)
        self.sums.append(float(result.sum()))
        if len(self.sums) >= 100:
            self.sums = [sum(self.sums)]
        return result


class Service(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            rows = tf.placeholder(tf.float32, [None, FEATURES], name="rows")
            rate = tf.placeholder(tf.float32, [], name="rate")
            amount = tf.placeholder(tf.float32, [], name="amount")
            bias = tf.get_variable("bias", [FEATURES], initializer=tf.zeros_initializer())
            tf.group(tf.assign_add(bias, tf.fill([FEATURES], amount)), name="shift")
            tf.sigmoid(tf.matmul(rows + bias, rows + bias, transpose_b=True) * rate, name="score")
            tf.group(tf.global_variables_initializer(), name="init")
        self.graph.finalize()
        self.shards = {}
        self.newest = {}

    def handle(self, request, rows):
        number = request % SHARDS
        if number not in self.shards:
            self.shards[number] = Shard(self.graph, number)
        rate = 0.01 + 0.1 / (1.0 + request)
        self.newest[number] = self.shards[number].score(rows, rate)
        return self.newest[number].mean()

    def close(self):
        for shard in self.shards.values():
            shard.session.close()


def main():
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    random = np.random.RandomState(0)
    service = Service()
    means = collections.deque(maxlen=200)
    print("serving", requests, "requests", flush=True)
    for request in range(requests):
        rows = random.normal(size=(random.randint(20, 60), FEATURES))
        means.append(service.handle(request, rows))
        time.sleep(0.008)
    print("shards", sorted(service.shards), "mean %.4f" % np.mean(means))
    service.close()


if __name__ == "__main__":
    main()
