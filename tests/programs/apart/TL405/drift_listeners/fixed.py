"""A model server: the live model is replaced often; a drift monitor asks it for explanations."""
import sys
from collections import defaultdict

import numpy as np
import tensorflow as tf


class DriftMonitor:
    def __init__(self, limit):
        self.limit = limit
        self._listeners = defaultdict(list)
        self.alarms = 0

    def subscribe(self, topic, listener):
        self._listeners[topic].append(listener)

    def unsubscribe(self, topic, listener):
        self._listeners[topic].remove(listener)

    def observe(self, topic, scores):
        if float(tf.math.reduce_std(scores)) > self.limit:
            self.alarms += 1
            for listener in self._listeners[topic]:
                listener(scores)


class Champion(tf.Module):
    def __init__(self, generation):
        super().__init__()
        self.generation = generation
        self.explained = 0
        draw = tf.random.stateless_normal
        self.first = tf.Variable(draw((128, 700), seed=(generation, 1)) * 0.09)
        self.second = tf.Variable(draw((700, 300), seed=(generation, 2)) * 0.04)
        self.last = tf.Variable(draw((300, 1), seed=(generation, 3)) * 0.06)

    def score(self, rows):
        hidden = tf.tanh(tf.matmul(tf.nn.relu(tf.matmul(rows, self.first)), self.second))
        return tf.matmul(hidden, self.last)[:, 0]

    def explain(self, scores):
        self.explained += 1


class Server:
    def __init__(self, monitor):
        self.monitor = monitor
        self.live = None

    def promote(self, challenger):
        if self.live is not None:
            self.monitor.unsubscribe("scores", self.live.explain)
        self.live = challenger
        self.monitor.subscribe("scores", challenger.explain)

    def serve(self, rows):
        scores = self.live.score(rows)
        self.monitor.observe("scores", scores)
        return float(tf.reduce_mean(scores))


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 150
    rng = np.random.default_rng(21)
    server, mean = Server(DriftMonitor(limit=5.0)), 0.0
    for generation in range(rounds):
        server.promote(Champion(generation))
        for _ in range(6):
            mean += server.serve(tf.constant(rng.normal(size=(600, 128)), tf.float32))
    print("mean score %.4f, alarms %d" % (mean / rounds, server.monitor.alarms))


if __name__ == "__main__":
    main()
