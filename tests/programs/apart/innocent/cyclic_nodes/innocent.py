"""Monte-Carlo tree search: the nodes of a tree refer to each other in cycles."""
import numpy as np
import tensorflow as tf

MOVES = 380
rng = np.random.default_rng(0)
weights = tf.random.normal((24, 500), stddev=0.2)
head = tf.random.normal((500, 24), stddev=0.1)


class Node:
    def __init__(self, parent, prior):
        self.parent = parent
        self.prior = prior
        self.children = []
        self.visits = 0


@tf.function
def policy(states):
    return tf.nn.softmax(tf.nn.relu(states @ weights) @ head)


def search(state, simulations=14):
    root = Node(None, policy(state[None])[0])
    node = root
    for _ in range(simulations):
        child = Node(node, policy(state[None] + rng.normal(size=(1, 24)).astype("float32"))[0])
        child.board = np.zeros((24, 400), "float32")
        node.children.append(child)
        node.visits += 1
        node = child if rng.random() < 0.5 else root
    return max(range(24), key=lambda k: float(root.prior[k]))


def main():
    moves = 0
    for _ in range(MOVES):
        moves += search(rng.normal(size=24).astype("float32"))
    print("sum of moves", moves)


main()
