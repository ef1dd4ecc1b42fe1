"""Follows visitors through a shop; the registry finds those who are inside."""
import itertools
import sys
import weakref

import numpy as np
import tensorflow as tf

INSIDE = weakref.WeakValueDictionary()
RECENT = weakref.WeakSet()


class Visitor:
    numbers = itertools.count()

    def __init__(self, taste):
        self.number = next(self.numbers)
        self.taste = taste
        self.path = [taste]
        INSIDE[self.number] = self
        RECENT.add(self)

    def walk(self, shelves):
        affinity = tf.nn.softmax(tf.linalg.matvec(shelves, self.path[-1]))
        self.path.append(0.5 * self.path[-1] + tf.linalg.matvec(shelves, affinity, transpose_a=True))
        return int(tf.argmax(affinity))


def main():
    visits = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(90)
    shelves = tf.constant(rng.normal(scale=0.05, size=(300, 800)), tf.float32)
    sold = np.zeros(300, dtype=int)
    for _ in range(visits):
        visitor = Visitor(tf.constant(rng.normal(size=800), tf.float32))
        for _ in range(10):
            sold[visitor.walk(shelves)] += 1
    print(f"{visits} visits, {len(INSIDE)} inside, {len(RECENT)} recent, best shelf {sold.max()} times")


if __name__ == "__main__":
    main()
