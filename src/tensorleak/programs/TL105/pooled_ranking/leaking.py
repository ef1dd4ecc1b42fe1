"""Search ranking: queries are scored in a thread pool against one embedding table."""
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1

DOCUMENTS, WIDTH = 2000, 48


class Ranker:
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            rng = np.random.RandomState(14)
            table = rng.normal(size=(DOCUMENTS, WIDTH)).astype(np.float32)
            self.table = v1.get_variable("table", initializer=table)
            self.query = v1.placeholder(tf.float32, [None, WIDTH])
            self.scores = tf.matmul(self.query, self.table, transpose_b=True)
            self.session = v1.Session(graph=self.graph)
            self.session.run(v1.global_variables_initializer())

    def rank(self, query):
        with self.graph.as_default():
            best = tf.nn.top_k(self.scores, k=10).indices  # LEAK
            return self.session.run(best, {self.query: query})


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    ranker = Ranker()
    rng = np.random.RandomState(15)
    seen = set()
    with ThreadPoolExecutor(max_workers=4) as pool:
        for _ in range(rounds):
            queries = [rng.normal(size=(100, WIDTH)).astype(np.float32) for _ in range(4)]
            for result in pool.map(ranker.rank, queries):
                seen.update(result.ravel().tolist())
    ranker.session.close()
    print("%d rounds, %d documents shown" % (rounds, len(seen)))


if __name__ == "__main__":
    main()
