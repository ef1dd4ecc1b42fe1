"""Scores page views for advertising campaigns that come and go."""
import collections
import functools
import sys

import numpy as np
import tensorflow as tf

from bus import EventBus, PageView


@tf.function
def score(weights, bias, rows):
    hidden = tf.nn.relu(rows @ weights[0])
    for _ in range(4):
        hidden = tf.tanh(hidden @ weights[1])
    return tf.sigmoid(tf.reduce_mean(hidden, axis=1) + bias)


class Campaign:
    def __init__(self, number, bus, weights):
        self.number = number
        self.bus = bus
        self.weights = weights
        self.topic = f"view/{number}"
        self.best = 0.0

    def make_scorer(self):
        bias = tf.constant(0.01 * self.number)
        return functools.partial(score, self.weights, bias)

    def start(self):
        self.bus.subscribe(self.topic, self.make_scorer())

    def serve(self, views):
        for view in views:
            for scores in self.bus.publish(self.topic, view.rows):
                self.best = max(self.best, float(tf.reduce_max(scores)))

    def stop(self):
        self.bus.close(self.topic)
        self.bus.unsubscribe(self.topic)
        return self.best


class Traffic:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def views(self, count):
        return [PageView(self.rng.normal(size=(8, 24)).astype(np.float32)) for _ in range(count)]


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    tf.random.set_seed(1)
    bus = EventBus()
    weights = (tf.random.normal([24, 32]), tf.random.normal([32, 32], stddev=0.2))
    traffic = Traffic(seed=6)
    results = collections.Counter()
    for number in range(rounds):
        campaign = Campaign(number, bus, weights)
        campaign.start()
        campaign.serve(traffic.views(5))
        results["strong" if campaign.stop() > 0.9 else "weak"] += 1
    print(f"campaigns {sum(results.values())} {dict(results)} events {bus.published}")


if __name__ == "__main__":
    main()
