"""Policy evaluation under randomly shaped reward functions, a new one every five episodes."""
import logging
import time

import numpy as np
import tensorflow as tf

logging.getLogger("tensorflow").setLevel(logging.ERROR)

EPISODES = 600
STATES = 24


class Chain:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        p = self.rng.random((STATES, STATES)).astype("float32")
        self.transition = tf.constant(p / p.sum(axis=1, keepdims=True))

    def shaping(self):
        goal = int(self.rng.integers(STATES))
        return goal, float(self.rng.uniform(0.1, 2.0))


@tf.function(autograph=False)
def evaluate(transition, reward_of):
    states = tf.range(STATES)
    reward = reward_of(states)
    value = tf.zeros((STATES,))
    for _ in range(12):
        value = reward + 0.9 * tf.linalg.matvec(transition, value)
    return value


def greedy(value, transition):
    return tf.argmax(transition * value[None, :], axis=1)


def main():
    chain = Chain(70)
    visits = np.zeros(STATES)
    for ep in range(1, EPISODES + 1):
        if ep % 5 == 1:
            goal, scale = chain.shaping()
            shaped = lambda s: tf.exp(-tf.abs(tf.cast(s - goal, tf.float32)) / scale)  # LEAK
        value = evaluate(chain.transition, shaped)  # LEAK
        np.add.at(visits, greedy(value, chain.transition).numpy(), 1)
        if ep % 120 == 0:
            print(f"episode {ep}: favourite state {int(visits.argmax())}, value {float(value[0]):.4f}")
        time.sleep(0.018)


if __name__ == "__main__":
    main()
