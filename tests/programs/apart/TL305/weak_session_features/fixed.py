"""Shop front: derives features for each visit once and ranks a few shelves with them."""
import random
import sys
import time
import weakref

import tensorflow as tf

ITEMS, WIDTH = 300, 32

catalogue = tf.random.stateless_normal([ITEMS, WIDTH], seed=[7, 7])


class Visit:
    """One visitor's stay; gone when the request handler forgets it."""

    def __init__(self, number, clicks):
        self.number = number
        self.clicks = clicks


class Features:
    def __init__(self, visit, matrix):
        self.recent = min(8, len(visit.clicks))
        self.matrix = matrix

    def taste(self):
        return tf.reduce_mean(self.matrix[-self.recent:], axis=0)


class FeatureTable:
    def __init__(self):
        self._by_visit = weakref.WeakKeyDictionary()
        self._popular = weakref.WeakValueDictionary()
        self.hits = self.misses = 0

    def compute(self, visit):
        rows = tf.gather(catalogue, visit.clicks)
        similar = tf.matmul(rows, catalogue, transpose_b=True)
        return tf.nn.softmax(similar, axis=1) @ catalogue

    def get(self, visit):
        features = self._by_visit.get(visit)
        if features is not None:
            self.hits += 1
            return features
        self.misses += 1
        features = Features(visit, self.compute(visit))
        self._by_visit[visit] = features
        self._popular[visit.clicks[0]] = features
        return features


def shelf(table, visit, first):
    taste = table.get(visit).taste()
    scores = tf.linalg.matvec(catalogue[first:first + 60], taste)
    return first + int(tf.argmax(scores))


def serve(table, visit):
    time.sleep(0.003)
    return [shelf(table, visit, first) for first in (0, 60, 120)]


def main():
    visits = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    rng = random.Random(2)
    table = FeatureTable()
    shown = {}
    print("shop open", flush=True)
    for number in range(visits):
        visit = Visit(number, [rng.randrange(ITEMS) for _ in range(rng.randint(200, 320))])
        for item in serve(table, visit):
            shown[item] = shown.get(item, 0) + 1
        del visit
    best = max(shown, key=shown.get)
    print(f"{table.hits} hits, {table.misses} misses; item {best} was shown {shown[best]} times")


if __name__ == "__main__":
    main()
