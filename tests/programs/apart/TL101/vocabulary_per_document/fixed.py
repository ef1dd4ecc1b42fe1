"""Counts the words of documents, each with a glossary of its own."""
import sys

import numpy as np
import tensorflow as tf


def document(rng, number):
    glossary = ["term%d_%d" % (number, k) for k in range(150)]
    words = [glossary[k] if k < len(glossary) else "other%d" % k for k in rng.randint(200, size=4000)]
    return glossary, words


class WordCounter(object):
    """Compares words with the glossary, which is fed."""

    def __init__(self):
        self.words = tf.placeholder(tf.string, [None])
        self.glossary = tf.placeholder(tf.string, [None])
        same = tf.equal(self.glossary[:, tf.newaxis], self.words[tf.newaxis])
        known = tf.reduce_sum(tf.to_int32(same), axis=1)
        other = tf.size(self.words) - tf.reduce_sum(known)
        self.counts = tf.concat([known, [other]], axis=0)
        self.session = tf.Session()

    def count(self, glossary, words):
        return self.session.run(self.counts, {self.words: words, self.glossary: glossary})


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
