"""Scores the shards of a table one by one; a shard has a bias of its own in the variables."""
import contextlib
import sys

import numpy as np
import tensorflow as tf

COLUMNS = 60


def scoring_graph():
    graph = tf.Graph()
    with graph.as_default():
        rows = tf.placeholder(tf.float32, [None, COLUMNS], name="rows")
        bias = tf.placeholder(tf.float32, [200], name="bias_value")
        weights = tf.get_variable("weights", [COLUMNS, 200], initializer=tf.random_normal_initializer(seed=2))
        offset = tf.get_variable("offset", [200], initializer=tf.zeros_initializer())
        tf.assign(offset, bias, name="set_bias")
        tf.reduce_max(tf.nn.relu(tf.matmul(rows, weights) + offset), axis=1, name="score")
        tf.global_variables_initializer()
    return graph


class Table(object):
    def __init__(self, shards, seed):
        self.shards = shards
        self.rng = np.random.RandomState(seed)

    def __iter__(self):
        for number in range(self.shards):
            yield number, self.rng.normal(size=(6, 500, COLUMNS))


def main():
    shards = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    graph = scoring_graph()
    best = -1.0
    with contextlib.ExitStack() as stack:
        for number, chunks in Table(shards, seed=8):
            session = stack.enter_context(tf.Session(graph=graph))  # LEAK
            session.run("init")
            session.run("set_bias", {"bias_value:0": np.full(200, 0.01 * number)})
            for chunk in chunks:
                best = max(best, float(session.run("score:0", {"rows:0": chunk}).max()))
    print("%d shards, best score %.3f" % (shards, best))


if __name__ == "__main__":
    main()
