"""Query suggestions: prefixes of popular queries, ranked with a small scoring model."""
import argparse
import string

import numpy as np
import tensorflow as tf


class Node:
    __slots__ = ("children", "count", "last")

    def __init__(self):
        self.children = {}
        self.count = 0
        self.last = 0


class Trie:
    def __init__(self):
        self.root = Node()
        self.clock = 0

    def child(self, node, letter):
        found = node.children.get(letter)
        if found is None:
            found = node.children[letter] = Node()  # LEAK
        return found

    def insert(self, query):
        self.clock += 1
        node = self.root
        for letter in query:
            node = self.child(node, letter)
            node.count += 1
            node.last = self.clock

    def counts(self, prefix):
        node, counts = self.root, []
        for letter in prefix:
            node = node.children.get(letter)
            if node is None:
                break
            counts.append(node.count)
        return counts

    def prune(self, age):
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            for letter in [k for k, v in node.children.items() if v.last < self.clock - age]:
                del node.children[letter]
            waiting.extend(node.children.values())


class Suggester:
    def __init__(self, length):
        self.trie = Trie()
        self.length = length
        self.weights = tf.random.stateless_normal([length], seed=(3, 3))

    def score(self, counts):
        padded = np.zeros(self.length, np.float32)
        padded[:len(counts)] = np.log1p(counts[:self.length])
        return float(tf.tensordot(tf.constant(padded), self.weights, 1))

    def typed(self, query):
        self.trie.insert(query)
        return self.score(self.trie.counts(query))


def queries(count, rng):
    letters = np.array(list(string.ascii_lowercase + " "))
    for _ in range(count):
        yield "".join(rng.choice(letters, 60))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--requests", type=int, default=9000)
    args = parser.parse_args()
    suggester, total = Suggester(60), 0.0
    for number, query in enumerate(queries(args.requests, np.random.default_rng(19))):
        total += suggester.typed(query)
    print(f"total score {total:.1f}")


if __name__ == "__main__":
    main()
