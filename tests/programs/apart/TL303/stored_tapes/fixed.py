"""Policy gradient with delayed rewards: the tape of each act waits until its reward is known."""
import sys
import time
from collections import namedtuple

import numpy as np
import tensorflow as tf

Act = namedtuple("Act", "step tape chance")

weights = tf.Variable(tf.random.stateless_normal([32, 5], [2, 2]) * 0.1)
encoder = tf.Variable(tf.random.stateless_normal([12, 32], [2, 3]) * 0.3)


class Agent:
    def __init__(self, delay=6):
        self.delay = delay
        self.acts = []
        self.rewards = []

    def act(self, observation, step, rng):
        with tf.GradientTape(persistent=True) as tape:
            hidden = tf.tanh(tf.matmul(observation, encoder))
            chances = tf.nn.softmax(tf.matmul(hidden, weights))
            choice = int(rng.integers(0, 5))
            chance = tf.reduce_mean(tf.math.log(chances[:, choice]))
        self.acts.append(Act(step, tape, chance))
        return choice

    def reward(self, step, amount):
        self.rewards.append(amount)
        if step < self.delay:
            return
        act = self.acts.pop(0)
        for variable in (weights, encoder):
            change = act.tape.gradient(act.chance, variable)
            variable.assign_add(np.float32(0.01 * amount) * change)


def main():
    steps = int(sys.argv[1]) if len(sys.argv) > 1 else 680
    rng = np.random.default_rng(3)
    agent = Agent()
    for step in range(steps):
        # one observation of each of the parallel worlds
        observation = tf.constant(rng.normal(size=[300, 12]), tf.float32)
        choice = agent.act(observation, step, rng)
        agent.reward(step, 1.0 if choice == 1 else -0.2)
        time.sleep(0.008)
        if step % 100 == 0:
            print("step", step, "reward %.2f" % np.mean(agent.rewards[-50:]))
    print("norm %.3f" % float(tf.norm(weights)))


if __name__ == "__main__":
    main()
