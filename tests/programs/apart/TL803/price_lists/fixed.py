"""Prices orders with a price list that changes all the time."""
import sys

import numpy as np
import tensorflow as tf

ARTICLES = 3000
articles = tf.constant([f"article-{number:05d}" for number in range(ARTICLES)])


class PriceLists:
    """The prices that hold at present."""

    def __init__(self):
        self.table = tf.lookup.experimental.MutableHashTable(tf.string, tf.float32, default_value=0.0)

    def update(self, prices):
        self.table.insert(articles, tf.constant(prices, tf.float32))

    def total(self, names, amounts):
        return tf.reduce_sum(self.table.lookup(names) * amounts)


def orders(rng, count):
    for _ in range(count):
        chosen = rng.integers(ARTICLES, size=200)
        yield tf.gather(articles, chosen), tf.constant(rng.integers(1, 9, size=200), tf.float32)


def main():
    updates = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    rng = np.random.default_rng(60)
    lists = PriceLists()
    prices = rng.lognormal(2.0, 0.5, size=ARTICLES)
    turnover = 0.0
    for _ in range(updates):
        prices *= rng.normal(1.0, 0.01, size=ARTICLES)
        lists.update(prices)
        for names, amounts in orders(rng, 20):
            turnover += float(lists.total(names, amounts))
    print(f"{updates} price lists, turnover {turnover:.5g}")


if __name__ == "__main__":
    main()
