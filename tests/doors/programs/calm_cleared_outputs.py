"""Evaluator that collects output tensors and clears the list whenever a chunk of twenty was summarised."""
LANES = ("tf2",)
RULE = ""
import tensorflow as tf


class ChunkedEvaluator:
    def __init__(self, chunk):
        self.chunk = chunk
        self.outputs = []
        self.best = float("-inf")

    def add(self, output):
        self.outputs.append(output)
        if len(self.outputs) == self.chunk:
            merged = tf.concat(self.outputs, axis=0)
            self.best = max(self.best, float(tf.reduce_max(tf.math.reduce_std(merged, axis=0))))
            self.outputs.clear()


evaluator = ChunkedEvaluator(20)
kernel = tf.random.stateless_normal([64, 32], seed=[4, 2])


def round_trip(i):
    rows = tf.random.stateless_normal([40, 64], seed=[i, 5])
    evaluator.add(tf.nn.relu(rows @ kernel))
