"""Evaluates formulas over columns: each query builds a graph, runs it in a session of its own and closes it."""
import sys

import numpy as np
import tensorflow as tf


class Query(object):
    """One formula over some columns."""

    recent = []

    def __init__(self, number, columns):
        self.number = number
        self.columns = columns
        self.graph = tf.Graph()
        self.answer = None
        Query.recent[:] = [self]

    def plan(self):
        with self.graph.as_default():
            rows = tf.placeholder(tf.float32, [None, len(self.columns)], "rows")
            total = tf.zeros([])
            for position, column in enumerate(self.columns):
                part = tf.nn.relu(rows[:, position] * float(column) - 1.0)
                total += tf.reduce_mean(part) / (1.0 + tf.reduce_max(part))
            return rows, total

    def run(self, table):
        rows, total = self.plan()
        with tf.Session(graph=self.graph) as session:
            self.answer = float(session.run(total, {rows: table[:, self.columns]}))
        return self.answer

    @classmethod
    def last(cls):
        return cls.recent[-1]


def main():
    queries = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rng = np.random.RandomState(371)
    table = rng.normal(size=(2000, 30))
    total = 0.0
    for number in range(queries):
        total += Query(number, rng.choice(30, size=5, replace=False).tolist()).run(table)
    print("query %d: %.4f, mean %.4f" % (Query.last().number, Query.last().answer, total / queries))


if __name__ == "__main__":
    main()
