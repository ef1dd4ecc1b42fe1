"""Plays single-player games with a best-first tree that is re-rooted after each move."""
import argparse
import gc

import numpy as np
import tensorflow as tf


class Node:
    def __init__(self, state, parent):
        self.state, self.parent = state, parent
        self.children = []
        self.value = float(tf.reduce_mean(state))

    def depth(self):
        return 0 if self.parent is None else 1 + self.parent.depth()


def grow(root, moves, nodes):
    leaves = [root]
    while nodes:
        leaf = leaves.pop(0)
        for move in moves:
            leaf.children.append(Node(tf.tanh(leaf.state + move), leaf))
            nodes -= 1
        leaves.extend(leaf.children)


def choose(root):
    best = max(root.children, key=lambda child: child.value)
    best.parent = None
    best.children = []
    return best


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=700)
    args = parser.parse_args()
    rng = np.random.default_rng(2)
    moves = [tf.constant(rng.normal(scale=0.1, size=(64, 64)), tf.float32) for _ in range(3)]
    root, deepest = Node(tf.zeros([64, 64]), None), 0
    for move in range(args.moves):
        if move % 20 == 0:
            gc.collect()
        grow(root, moves, 30)
        deepest = max(deepest, root.children[0].children[0].depth())
        root = choose(root)
    print("value", root.value, "depth", deepest)


if __name__ == "__main__":
    main()
