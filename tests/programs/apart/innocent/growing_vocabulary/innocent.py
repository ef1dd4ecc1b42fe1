"""Text stream: the embedding grows with the vocabulary, up to a limit; the words after that share rows."""
import sys

import numpy as np
import tensorflow as tf

WIDTH, STEP, LIMIT = 1024, 256, 5632


class Vocabulary:
    def __init__(self):
        self.rows = {}
        self.table = tf.Variable(tf.random.normal((STEP, WIDTH), seed=1))

    def row(self, word):
        row = self.rows.get(word)
        if row is None:
            row = len(self.rows)
            if row >= LIMIT:
                return word % LIMIT
            self.rows[word] = row
        return row

    def fit(self):
        size = self.table.shape[0]
        if len(self.rows) > size:
            more = -(-(len(self.rows) - size) // STEP) * STEP
            self.table = tf.Variable(tf.concat([self.table, tf.zeros((more, WIDTH))], 0))

    def embed(self, words):
        rows = [self.row(word) for word in words]
        self.fit()
        return tf.gather(self.table, rows)


def main():
    texts = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    rng = np.random.default_rng(12)
    vocabulary, total = Vocabulary(), 0.0
    for _ in range(texts):
        words = np.minimum(rng.zipf(1.5, size=30), 10**7).tolist()
        total += float(tf.reduce_mean(vocabulary.embed(words)))
    print(f"{texts} texts, {len(vocabulary.rows)} words, table {tuple(vocabulary.table.shape)}, {total:.2f}")


if __name__ == "__main__":
    main()
