"""Monte-Carlo tree search on a toy game; each move grows a fresh tree."""
import sys

import numpy as np
import tensorflow as tf


class Node:
    def __init__(self, state, parent=None):
        self.state = state
        self.parent = parent
        self.children = []
        self.visits = 0
        self.value = 0.0

    def expand(self, rng, n):
        for _ in range(n):
            self.children.append(Node(self.state + 0.1 * rng.normal(size=2048), self))


def main():
    moves = int(sys.argv[1]) if len(sys.argv) > 1 else 3000
    rng = np.random.default_rng(0)
    w = tf.Variable(tf.random.Generator.from_seed(0).normal([2048, 1]) * 0.01)

    @tf.function(input_signature=[tf.TensorSpec([None, 2048], tf.float32)])
    def value(x):
        return tf.nn.tanh(x @ w)[:, 0]

    state = np.zeros(2048)
    best = None
    for _ in range(moves):
        root = Node(state)
        root.expand(rng, 6)
        scores = value(tf.constant(np.stack([c.state for c in root.children]), tf.float32)).numpy()
        for child, score in zip(root.children, scores):
            node = child
            while node is not None:
                node.visits += 1
                node.value += float(score)
                node = node.parent
        best = max(root.children, key=lambda c: c.value)
        state = best.state * 0.9
    print(f"moves {moves} value {best.value:.4f}")


if __name__ == "__main__":
    main()
