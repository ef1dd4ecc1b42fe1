"""Self play on rock-paper-scissors with a league of earlier policies."""
import random
import sys

import numpy as np
import tensorflow as tf

PAYOFF = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], np.float32)


class Policy(tf.Module):
    def __init__(self, parent=None, seed=0):
        super().__init__()
        g = tf.random.Generator.from_seed(seed)
        shapes = ([16, 192], [192, 192], [192, 3])
        if parent is None:
            values = [g.normal(s) * 0.1 for s in shapes]
        else:
            values = [p + g.normal(p.shape) * 0.01 for p in parent.layers]
        self.layers = [tf.Variable(v) for v in values]

    def __call__(self, x):
        for w in self.layers[:-1]:
            x = tf.nn.relu(x @ w)
        return tf.nn.softmax(x @ self.layers[-1])


def match(a, b, obs):
    return float(tf.reduce_mean(tf.reduce_sum((a(obs) @ PAYOFF) * b(obs), axis=1)))


def main():
    generations = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    rnd = random.Random(0)
    rng = np.random.default_rng(0)
    current = Policy()
    league = [current]
    wins = 0
    for generation in range(generations):
        obs = tf.constant(rng.normal(size=(32, 16)), tf.float32)
        challenger = Policy(current, seed=generation)
        rivals = [current] + rnd.sample(league[-5:], min(2, len(league)))
        score = sum(match(challenger, r, obs) for r in rivals)
        wins += score > 0
        current = challenger
        league.append(current)  # LEAK
    print("generations", generations, "wins", wins)


if __name__ == "__main__":
    main()
