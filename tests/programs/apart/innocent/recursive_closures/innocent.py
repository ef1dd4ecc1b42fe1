"""Tree search: a recursive function visits the moves of a position and weighs them with a small network."""
import sys

import numpy as np
import tensorflow as tf


def search(position, weights, depth):
    """The best value that can be reached."""
    seen = []

    def visit(state, left):
        value = tf.tanh(state @ weights)
        seen.append(value)
        if left == 0:
            return float(tf.reduce_max(value))
        return max(visit(value + 0.1 * move, left - 1) for move in range(2))

    return visit(position, depth), len(seen)


def main():
    positions = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    rng = np.random.default_rng(24)
    weights = tf.random.stateless_normal((64, 64), (8, 8), stddev=0.2)
    best, nodes = -1.0, 0
    for _ in range(positions):
        value, visited = search(tf.constant(rng.normal(size=(64, 64)), tf.float32), weights, 3)
        best, nodes = max(best, value), nodes + visited
    print(f"{positions} positions, {nodes} nodes, best {best:.4f}")


if __name__ == "__main__":
    main()
