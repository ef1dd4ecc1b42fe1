"""Actor for a toy task; the exploration schedule hands a policy object to the compiled step."""
import sys
import time
from dataclasses import dataclass

import numpy as np
import tensorflow as tf


@dataclass(eq=False)
class Exploration:
    epsilon: float
    noise: float = 0.1

    def cooled(self, factor):
        return Exploration(max(0.02, self.epsilon * factor), self.noise * 0.999)


class Actor:
    def __init__(self, actions=6, inputs=10):
        self.weights = tf.Variable(tf.random.stateless_normal([inputs, actions], [1, 1]))
        self.bias = tf.Variable(tf.zeros([actions]))
        self.actions = actions

    @tf.function
    def act(self, observation, epsilon, noise):
        preferences = tf.linalg.matvec(self.weights, observation, transpose_a=True) + self.bias
        preferences += noise * tf.random.normal([self.actions])
        lucky = tf.random.uniform([]) < epsilon
        anything = tf.random.uniform([], 0, self.actions, tf.int32)
        best = tf.argmax(preferences, output_type=tf.int32)
        return tf.where(lucky, anything, best)

    def learn(self, observation, action, reward):
        change = 0.01 * reward * observation
        column = tf.one_hot(action, self.actions)
        self.weights.assign_add(tf.tensordot(change, column, axes=0))


def episode(actor, policy, rng, length=12):
    total = 0.0
    for _ in range(length):
        observation = tf.constant(rng.normal(size=10), tf.float32)
        action = actor.act(observation, np.float32(policy.epsilon), np.float32(policy.noise))
        reward = np.float32(1.0 if int(action) == 2 else -0.1)
        actor.learn(observation, action, reward)
        total += float(reward)
    return total


def main(episodes):
    rng = np.random.default_rng(0)
    actor, policy = Actor(), Exploration(0.9)
    score = 0.0
    for number in range(episodes):
        policy = policy.cooled(0.99)
        score = 0.9 * score + 0.1 * episode(actor, policy, rng)
        time.sleep(0.02)
        if number % 30 == 0:
            print(f"episode {number}: score {score:.2f} epsilon {policy.epsilon:.2f}")
    print(f"final score {score:.2f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 180)
