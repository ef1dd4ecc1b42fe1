"""Backtests many trading strategies on one price model."""
import contextlib
import heapq
import sys
import time

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_eager_execution()

DAYS, ASSETS, HIDDEN = 4000, 20, 64


def build_graph():
    graph = tf.Graph()
    with graph.as_default():
        prices = tf.placeholder(tf.float32, [None, ASSETS], name="prices")
        with tf.variable_scope("policy"):
            w1 = tf.get_variable("w1", [ASSETS, HIDDEN], initializer=tf.zeros_initializer())
            w2 = tf.get_variable("w2", [HIDDEN, ASSETS], initializer=tf.zeros_initializer())
        genes = tf.placeholder(tf.float32, [ASSETS * HIDDEN + HIDDEN * ASSETS], name="genes")
        first, second = tf.split(genes, [ASSETS * HIDDEN, HIDDEN * ASSETS])
        tf.group(
            w1.assign(tf.reshape(first, [ASSETS, HIDDEN])),
            w2.assign(tf.reshape(second, [HIDDEN, ASSETS])),
            name="load",
        )
        position = tf.nn.softmax(tf.matmul(tf.tanh(tf.matmul(prices[:-1], w1)), w2))
        tf.reduce_sum(position * (prices[1:] - prices[:-1]), name="profit")
    graph.finalize()
    return graph


class Backtest(object):
    """Runs candidates against the same history; resources are released by close()."""

    def __init__(self, prices):
        self.prices = prices
        self.graph = build_graph()
        self.resources = contextlib.ExitStack()
        self.best = []
        self.runs = 0

    def evaluate(self, genes):
        session = self.resources.enter_context(tf.Session(graph=self.graph))  # LEAK
        session.run("load", {"genes:0": genes})
        profit = float(session.run("profit:0", {"prices:0": self.prices}))
        self.remember(profit, genes)
        return profit

    def remember(self, profit, genes, keep=5):
        self.runs += 1
        entry = (profit, self.runs, genes)
        if len(self.best) < keep:
            heapq.heappush(self.best, entry)
        else:
            heapq.heappushpop(self.best, entry)

    def close(self):
        self.resources.close()


def market(random):
    moves = random.normal(scale=0.01, size=(DAYS, ASSETS))
    return np.exp(np.cumsum(moves, axis=0)).astype(np.float32)


def main():
    strategies = int(sys.argv[1]) if len(sys.argv) > 1 else 180
    random = np.random.RandomState(33)
    backtest = Backtest(market(random))
    size = ASSETS * HIDDEN + HIDDEN * ASSETS
    centre = np.zeros(size, np.float32)
    print("backtesting", flush=True)
    for number in range(strategies):
        genes = centre + random.normal(scale=0.1, size=size)
        backtest.evaluate(genes.astype(np.float32))
        time.sleep(0.035)  # be nice to the other jobs
        if number % 20 == 19:
            centre = max(backtest.best)[2]
    print("best profit %.4f of %d runs" % (max(backtest.best)[0], backtest.runs))
    backtest.close()


if __name__ == "__main__":
    main()
