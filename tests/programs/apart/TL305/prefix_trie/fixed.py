"""Sequence scoring with a prefix cache: states of known prefixes are not computed twice."""
import sys

import numpy as np
import tensorflow as tf

v1 = tf.compat.v1
VOCAB, UNITS, BEAM = 500, 256, 32


class Node(object):
    __slots__ = ("children", "state")

    def __init__(self):
        self.children = {}
        self.state = None


class PrefixCache(object):
    def __init__(self):
        self.root = Node()

    def walk(self, tokens):
        """The node for this prefix, made if need be."""
        node = self.root
        for token in tokens:
            node = node.children.setdefault(token, Node())
        return node

    def clear(self):
        self.root = Node()


class Decoder(object):
    def __init__(self):
        self.graph = tf.Graph()
        with self.graph.as_default():
            self.token = v1.placeholder(tf.int32, ())
            self.state = v1.placeholder(tf.float32, (BEAM, UNITS))
            rng = np.random.RandomState(0)
            table = tf.constant(rng.normal(size=(VOCAB, UNITS)).astype("float32"))
            w = tf.constant((rng.normal(size=(2 * UNITS, UNITS)) / 20).astype("float32"))
            row = tf.tile(tf.gather(table, self.token)[None, :], (BEAM, 1))
            self.next = tf.tanh(tf.matmul(tf.concat([row, self.state], axis=1), w))
            self.score = tf.reduce_logsumexp(self.next)
        self.sess = v1.Session(graph=self.graph)
        self.cache = PrefixCache()
        self.blank = np.zeros((BEAM, UNITS), np.float32)

    def extend(self, prefix, token):
        before = self.cache.walk(prefix).state
        feed = {self.token: token, self.state: self.blank if before is None else before}
        return self.sess.run([self.next, self.score], feed)

    def read(self, tokens):
        total = 0.0
        for end in range(1, len(tokens) + 1):
            node = self.cache.walk(tokens[:end])
            if node.state is None:
                node.state, score = self.extend(tokens[:end - 1], tokens[end - 1])
                total += float(score)
        return total

    def plain(self, tokens):
        """The score without any caching, for comparison."""
        state, total = self.blank, 0.0
        for token in tokens:
            state, score = self.sess.run([self.next, self.score], {self.token: token, self.state: state})
            total += float(score)
        return total


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    decoder = Decoder()
    rng = np.random.RandomState(17)
    total = 0.0
    for number in range(rounds):
        if number % 10 == 0:
            decoder.cache.clear()
        sentence = tuple(int(t) for t in rng.randint(VOCAB, size=12))
        total += decoder.read(sentence)
        total += decoder.read(sentence[:6]) - decoder.plain(sentence * 10)
    print("score %.3f over %d sentences" % (total, rounds))


if __name__ == "__main__":
    main()
