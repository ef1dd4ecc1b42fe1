"""Self-play with a small Monte Carlo tree search over a learned state embedding."""
import argparse
import math

import numpy as np
import tensorflow as tf


class Network(tf.Module):
    def __init__(self, width, actions):
        super().__init__()
        rng = tf.random.Generator.from_seed(4)
        self.move = tf.Variable(rng.normal([actions, width, width], stddev=0.05))
        self.value = tf.Variable(rng.normal([width, 1], stddev=0.1))

    def step(self, state, action):
        return tf.tanh(tf.matmul(state, self.move[action]))

    def evaluate(self, state):
        return float(tf.reduce_mean(tf.matmul(state, self.value)))


class Node:
    def __init__(self, state, parent=None, action=None):
        self.state = state
        self.parent = parent
        self.action = action
        self.children = {}
        self.visits = 0
        self.total = 0.0

    def ucb(self, action):
        child = self.children.get(action)
        if child is None:
            return 1e6 - action
        return child.total / child.visits + 1.4 * math.sqrt(math.log(self.visits + 1) / child.visits)

    def backup(self, value, depth_limit=64):
        node = self
        while node is not None and depth_limit:
            node.visits += 1
            node.total += value
            node = node.parent
            depth_limit -= 1


class Search:
    def __init__(self, network, actions, state):
        self.network = network
        self.actions = actions
        self.root = Node(state)

    def descend(self):
        node = self.root
        while True:
            action = max(range(self.actions), key=node.ucb)
            if action not in node.children:
                child = Node(self.network.step(node.state, action), node, action)
                node.children[action] = child
                return child
            node = node.children[action]

    def think(self, simulations):
        for _ in range(simulations):
            leaf = self.descend()
            leaf.backup(self.network.evaluate(leaf.state))
        return max(self.root.children, key=lambda a: self.root.children[a].visits)

    def advance(self, action):
        self.root = self.root.children[action]  # LEAK


def play(moves, simulations):
    network = Network(width=64, actions=4)
    state = tf.constant(np.random.default_rng(1).normal(size=(48, 64)), tf.float32)
    search = Search(network, 4, state)
    counts = [0] * 4
    for _ in range(moves):
        action = search.think(simulations)
        counts[action] += 1
        search.advance(action)
    return counts


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--moves", type=int, default=900)
    parser.add_argument("--simulations", type=int, default=16)
    args = parser.parse_args()
    print("moves played:", play(args.moves, args.simulations))


if __name__ == "__main__":
    main()
