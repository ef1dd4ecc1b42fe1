"""Random search over linear controllers with v2 behaviour on TensorFlow 1.15."""
import sys

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_v2_behavior()

STATE, ACTIONS = 12, 3
rng = np.random.RandomState(5)
dynamics = tf.constant(0.9 * np.eye(STATE) + 0.02 * rng.normal(size=(STATE, STATE)), tf.float32)
effect = tf.constant(0.2 * rng.normal(size=(ACTIONS, STATE)), tf.float32)


@tf.function
def cost(gains, states):
    total = tf.constant(0.0)
    for _ in range(15):
        actions = tf.nn.tanh(tf.matmul(states, gains))
        states = tf.matmul(states, dynamics) + tf.matmul(actions, effect)
        total += tf.reduce_mean(tf.square(states)) + 0.01 * tf.reduce_mean(tf.square(actions))
    return total


class Search(object):
    def __init__(self, spread):
        self.best = np.zeros((STATE, ACTIONS), dtype=np.float32)
        self.lowest = float("inf")
        self.spread = spread

    def propose(self):
        return self.best + rng.normal(scale=self.spread, size=self.best.shape).astype(np.float32)

    def judge(self, candidate, states):
        value = float(cost(tf.constant(candidate), tf.constant(states, tf.float32)))  # LEAK
        if value < self.lowest:
            self.best, self.lowest = candidate, value


def start_states():
    """Those of a recorded day; no two days have the same number."""
    return rng.normal(size=(rng.randint(10000, 30000), STATE))


def main():
    trials = int(sys.argv[1]) if len(sys.argv) > 1 else 90
    search = Search(spread=0.2)
    for _ in range(trials):
        search.judge(search.propose(), start_states())
    print("%d trials, lowest cost %.4f" % (trials, search.lowest))


if __name__ == "__main__":
    main()
