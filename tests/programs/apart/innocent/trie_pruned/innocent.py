"""Query counts in a trie with a regular pruning."""
import argparse

import numpy as np
import tensorflow as tf


class Trie:
    def __init__(self):
        self.root, self.clock = {}, 0

    def insert(self, query):
        self.clock += 1
        node = self.root
        for letter in query:
            node = node.setdefault(letter, {})
            node["last"] = self.clock
            node["count"] = node.get("count", 0) + 1
        return node["count"]

    def prune(self, age):
        limit, waiting = self.clock - age, [self.root]
        while waiting:
            node = waiting.pop()
            for letter in [k for k, v in node.items() if isinstance(v, dict) and v["last"] < limit]:
                del node[letter]
            waiting.extend(v for v in node.values() if isinstance(v, dict))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--queries", type=int, default=18000)
    args = parser.parse_args()
    rng, trie, total = np.random.default_rng(8), Trie(), 0.0
    for number in range(args.queries):
        query = bytes(rng.integers(97, 123, 40, dtype=np.uint8)).decode()
        total += float(tf.math.log1p(tf.constant(float(trie.insert(query)))))
        if number % 400 == 399:
            trie.prune(300)
    print("total %.2f" % total)


if __name__ == "__main__":
    main()
