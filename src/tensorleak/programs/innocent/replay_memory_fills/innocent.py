"""A bandit agent with a replay memory of fixed capacity."""
import random
import sys
from collections import deque

import numpy as np
import tensorflow as tf

STATE, ACTIONS = 4000, 4


class Agent:
    """Linear Q values trained from replayed transitions."""

    def __init__(self, capacity):
        self.memory = deque(maxlen=capacity)
        self.q = tf.Variable(tf.zeros([STATE, ACTIONS]))
        self.random = random.Random(9)

    def act(self, state):
        return int(tf.argmax(tf.matmul(state[tf.newaxis], self.q)[0]))

    def remember(self, state, action, reward):
        self.memory.append((state, action, reward))

    def learn(self, size=16):
        batch = self.random.sample(list(self.memory), min(size, len(self.memory)))
        states = tf.stack([state for state, _, _ in batch])
        mask = tf.one_hot([action for _, action, _ in batch], ACTIONS)
        rewards = tf.constant([[reward] for _, _, reward in batch])
        error = (tf.matmul(states, self.q) - rewards) * mask
        self.q.assign_sub(1e-5 * tf.matmul(states, error, transpose_a=True))


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 1500
    rng = np.random.default_rng(10)
    agent, total = Agent(capacity=steps // 3), 0.0
    for _ in range(steps):
        state = tf.constant(rng.random(STATE, dtype=np.float32))
        action = agent.act(state)
        reward = float(rng.normal() + (action == 2))
        agent.remember(state, action, reward)
        agent.learn()
        total += reward
    print("mean reward %.4f" % (total / steps))


if __name__ == "__main__":
    main()
