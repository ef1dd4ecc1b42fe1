"""Deep Q learning on a small grid world."""
import sys
from dataclasses import dataclass, field

import numpy as np
import tensorflow as tf

SIZE = 5
ACTIONS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class GridWorld:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)

    def reset(self):
        self.place = self.rng.integers(0, SIZE, 2)
        self.goal = np.array([SIZE - 1, SIZE - 1])
        return self.observe()

    def observe(self):
        return np.concatenate([self.place, self.goal]).astype(np.float32) / SIZE

    def step(self, action):
        self.place = np.clip(self.place + ACTIONS[action], 0, SIZE - 1)
        done = bool((self.place == self.goal).all())
        return self.observe(), (1.0 if done else -0.05), done


@dataclass
class Exploration:
    start: float = 1.0
    end: float = 0.05
    decay: float = 0.995
    epsilon: float = field(init=False)

    def __post_init__(self):
        self.epsilon = self.start

    def next_episode(self):
        self.epsilon = self.end + (self.epsilon - self.end) * self.decay


class Agent:
    def __init__(self):
        tf.random.set_seed(3)
        self.w1 = tf.Variable(tf.random.normal([4, 32], stddev=0.3))
        self.w2 = tf.Variable(tf.random.normal([32, 4], stddev=0.3))
        self.explore = Exploration()

    def q_values(self, observation):
        return tf.matmul(tf.nn.relu(tf.matmul(observation, self.w1)), self.w2)

    @tf.function
    def choose(self, observation, epsilon):
        greedy = tf.argmax(self.q_values(observation), axis=1)
        random = tf.random.uniform(tf.shape(greedy), 0, 4, dtype=tf.int64)
        return tf.where(tf.random.uniform(tf.shape(greedy)) < epsilon, random, greedy)

    @tf.function
    def learn(self, before, action, target):
        with tf.GradientTape() as tape:
            chosen = tf.gather(self.q_values(before), action, axis=1, batch_dims=1)
            loss = tf.reduce_mean(tf.square(chosen - target))
        for variable, gradient in zip((self.w1, self.w2), tape.gradient(loss, (self.w1, self.w2))):
            variable.assign_sub(0.05 * gradient)
        return loss


def play(agent, world, limit=8):
    state, total = world.reset()[None], 0.0
    for _ in range(limit):
        action = int(agent.choose(state, agent.explore.epsilon)[0])  # LEAK
        after, reward, done = world.step(action)
        after = after[None]
        target = reward if done else reward + 0.9 * float(tf.reduce_max(agent.q_values(after)))
        agent.learn(state, tf.constant([action]), tf.constant([target], tf.float32))
        state, total = after, total + reward
        if done:
            break
    agent.explore.next_episode()
    return total


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 350
    agent, world = Agent(), GridWorld(seed=1)
    returns = [play(agent, world) for _ in range(rounds)]
    print(f"episodes {rounds} epsilon {agent.explore.epsilon:.3f} mean return {np.mean(returns[-50:]):.1f}")


if __name__ == "__main__":
    main()
