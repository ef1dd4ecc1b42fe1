"""Session-based recommendations: the last views of each visitor decide what is shown."""
import sys
import time
import uuid
import random
from collections import defaultdict, deque

import tensorflow as tf

CATALOGUE = tf.random.stateless_normal([500, 1536], [9, 1])


class Views:
    def __init__(self, length=5):
        self.recent = defaultdict(lambda: deque(maxlen=length))
        self.popular = deque(maxlen=50)

    def look(self, visitor, product):
        vector = tf.gather(CATALOGUE, product)
        self.popular.append(product)
        self.recent[visitor].append(vector)

    def suggest(self, visitor):
        taste = tf.reduce_mean(tf.stack(list(self.recent[visitor])), 0)
        scores = tf.linalg.matvec(CATALOGUE, taste)
        return int(tf.argmax(scores))

    def leave(self, visitor):
        return len(self.recent.pop(visitor))


def visit(views, rng):
    visitor = uuid.UUID(int=rng.getrandbits(128)).hex
    shown = None
    for _ in range(rng.randint(4, 8)):
        product = rng.randrange(500) if shown is None or rng.random() < 0.5 else shown
        views.look(visitor, product)
        shown = views.suggest(visitor)
    return views.leave(visitor)


def main():
    visits = int(sys.argv[1]) if len(sys.argv) > 1 else 670
    rng = random.Random(12)
    views = Views()
    looked = 0
    for number in range(visits):
        looked += visit(views, rng)
        time.sleep(0.01)
        if number % 90 == 0:
            print("visitor", number, "views", looked, "popular", max(set(views.popular), key=views.popular.count))
    print("served", visits, "visitors with", looked, "views")


if __name__ == "__main__":
    main()
