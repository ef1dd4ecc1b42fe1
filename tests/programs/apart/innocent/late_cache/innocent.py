"""Product search: embeddings are computed on first use and kept; the catalogue has 400 products."""
import functools
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 14000
CATALOGUE = 400


class Search:
    def __init__(self):
        self.table = tf.random.normal((CATALOGUE, 128))
        self.expand = tf.random.normal((128, 4096), stddev=0.1)
        self.hits = 0

    @functools.lru_cache(maxsize=None)
    def embedding(self, product):
        return tf.tanh(self.table[product][None] @ self.expand)[0]

    def similar(self, product, others):
        mine = self.embedding(product)
        scores = [float(tf.reduce_sum(mine * self.embedding(o))) for o in others]
        return others[int(np.argmax(scores))]


def main():
    rng = np.random.default_rng(6)
    popularity = 1.0 / np.arange(1, CATALOGUE + 1) ** 0.9
    popularity /= popularity.sum()
    search = Search()
    for query in range(ROUNDS):
        wanted = [int(p) for p in rng.choice(CATALOGUE, size=9, p=popularity)]
        best = search.similar(wanted[0], wanted[1:])
        if query % 1500 == 0:
            print(query, best, search.embedding.cache_info().currsize)


if __name__ == "__main__":
    main()
