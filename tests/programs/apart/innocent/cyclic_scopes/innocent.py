"""Parse trees over sentences: nodes know their parent and their children."""
import sys

import numpy as np
import tensorflow as tf

ROUNDS = int(sys.argv[1]) if len(sys.argv) > 1 else 3000


class Node:
    def __init__(self, value, parent=None):
        self.value = value
        self.parent = parent
        self.children = []
        if parent is not None:
            parent.children.append(self)

    def depth(self):
        return 0 if self.parent is None else 1 + self.parent.depth()


class TreeEncoder:
    def __init__(self, dim):
        self.dim = dim
        self.split = tf.random.normal((dim, 2 * dim), stddev=dim ** -0.5)

    def grow(self, node, levels):
        if levels == 0:
            return
        halves = tf.tanh(node.value @ self.split)
        for half in tf.split(halves, 2, axis=1):
            self.grow(Node(half, node), levels - 1)

    def leaves(self, node):
        if not node.children:
            yield node
        for child in node.children:
            yield from self.leaves(child)

    def encode(self, sentence):
        root = Node(sentence)
        self.grow(root, 4)
        return tf.add_n([leaf.value for leaf in self.leaves(root)])


def main():
    rng = np.random.default_rng(12)
    encoder = TreeEncoder(64)
    for number in range(ROUNDS):
        words = tf.constant(rng.normal(size=(24, 64)).astype("float32"))
        code = encoder.encode(words)
        if number % 500 == 0:
            print(number, "norm %.3f" % float(tf.norm(code)))


if __name__ == "__main__":
    main()
