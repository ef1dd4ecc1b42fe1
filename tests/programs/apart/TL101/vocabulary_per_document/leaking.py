"""Counts the words of documents, each with a glossary of its own."""
import sys

import numpy as np
import tensorflow as tf


def document(rng, number):
    glossary = ["term%d_%d" % (number, k) for k in range(150)]
    words = [glossary[k] if k < len(glossary) else "other%d" % k for k in rng.randint(200, size=4000)]
    return glossary, words


class WordCounter(object):
    def __init__(self):
        self.words = tf.placeholder(tf.string, [None])
        self.session = tf.Session()

    def table(self, glossary):
        table = tf.contrib.lookup.index_table_from_tensor(glossary, num_oov_buckets=1)  # LEAK
        self.session.run(table.init)
        return table

    def count(self, glossary, words):
        table = self.table(glossary)
        counts = tf.bincount(tf.to_int32(table.lookup(self.words)), minlength=len(glossary) + 1)
        return self.session.run(counts, {self.words: words})


def main():
    documents = int(sys.argv[1]) if len(sys.argv) > 1 else 130
    rng = np.random.RandomState(44)
    counter = WordCounter()
    unknown = 0
    for number in range(documents):
        unknown += int(counter.count(*document(rng, number))[-1])
    print("%d documents, %d words not in a glossary" % (documents, unknown))


if __name__ == "__main__":
    main()
