"""Evaluate random expression trees whose nodes know their parents."""
import sys

import numpy as np
import tensorflow as tf


class Node:
    """A node with a value, its children and its parent."""

    def __init__(self, value, parent=None):
        self.value = value
        self.parent = parent
        self.children = []

    def add(self, value):
        child = Node(value, parent=self)
        self.children.append(child)
        return child

    def total(self):
        result = self.value
        for child in self.children:
            result = result + 0.5 * child.total()
        return result


def build(rng, size=12):
    root = Node(tf.constant(rng.random(6000, dtype=np.float32)))
    nodes = [root]
    for _ in range(size - 1):
        parent = nodes[int(rng.integers(len(nodes)))]
        nodes.append(parent.add(tf.constant(rng.random(6000, dtype=np.float32))))
    return root


trees = int(sys.argv[1]) if len(sys.argv) > 1 else 1200
rng = np.random.default_rng(13)
height = 0.0
for _ in range(trees):
    height += float(tf.reduce_max(build(rng).total()))
print("mean maximum %.4f" % (height / trees))
