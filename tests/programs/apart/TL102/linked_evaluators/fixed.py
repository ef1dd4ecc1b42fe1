"""Evaluation against snapshots: every snapshot is loaded into a session of its own."""
import sys

import numpy as np
import tensorflow as tf

IN, HIDDEN = 256, 512


def build(graph):
    with graph.as_default():
        x = tf.placeholder(tf.float32, (None, IN), "x")
        w = tf.get_variable("w", (IN, HIDDEN), initializer=tf.zeros_initializer())
        v = tf.get_variable("v", (HIDDEN, IN), initializer=tf.zeros_initializer())
        out = tf.matmul(tf.nn.relu(tf.matmul(x, w)), v)
        error = tf.reduce_mean(tf.squared_difference(out, x), name="error")
        feeds = {var.op.name: tf.placeholder(tf.float32, var.shape) for var in (w, v)}
        load = tf.group(w.assign(feeds["w"]), v.assign(feeds["v"]))
    graph.finalize()
    return x, error, feeds, load


class Evaluator(object):
    """Holds one snapshot ready for evaluation; remembers the one it succeeds."""

    def __init__(self, graph, nodes, previous=None):
        self.x, self.error, self.feeds, self.load = nodes
        self.previous = previous
        self.sess = tf.Session(graph=graph)
        self.score = None

    def restore(self, snapshot):
        self.sess.run(self.load, {self.feeds[name]: value for name, value in snapshot.items()})

    def evaluate(self, rows):
        self.score = float(np.mean([self.sess.run(self.error, {self.x: part}) for part in np.split(rows, 8)]))
        self.sess.close()
        return self.score

    def improved(self):
        better = self.previous is None or self.score < self.previous.score
        self.previous = None
        return better


def snapshot(rng, step):
    scale = 0.02 / (1.0 + step)
    return {"w": rng.normal(0, scale, (IN, HIDDEN)), "v": rng.normal(0, scale, (HIDDEN, IN))}


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 110
    graph = tf.Graph()
    nodes = build(graph)
    rng = np.random.RandomState(4)
    rows = rng.normal(size=(16000, IN)).astype("float32")
    current, improved = None, 0
    for step in range(rounds):
        current = Evaluator(graph, nodes, previous=current)
        current.restore(snapshot(rng, step))
        current.evaluate(rows)
        improved += current.improved()
    print("last error %.5f, improved %d times" % (current.score, improved))


if __name__ == "__main__":
    main()
