"""Exploration in parameter space for a pendulum-like task: one noisy copy of the actor per episode."""
import argparse
import collections

import numpy as np
import tensorflow as tf

Rollout = collections.namedtuple("Rollout", ["score", "length", "sigma"])


class Pendulum(object):
    """A cheap stand-in for a simulator."""

    def __init__(self, seed):
        self.rng = np.random.RandomState(seed)
        self.state = None

    def reset(self):
        self.state = self.rng.uniform(-1.0, 1.0, size=6).astype(np.float32)
        return self.state

    def step(self, action):
        push = np.tanh(action).mean()
        self.state = (0.95 * self.state + 0.1 * push + self.rng.normal(0, 0.02, 6)).astype(np.float32)
        return self.state, -float(np.abs(self.state).sum())


class Actor(object):
    def __init__(self, name, units):
        with tf.variable_scope(name):
            self.obs = tf.placeholder(tf.float32, [None, 6], "obs")
            hidden = tf.layers.dense(self.obs, units, tf.nn.relu)
            hidden = tf.layers.dense(hidden, units, tf.nn.relu)
            self.action = tf.layers.dense(hidden, 2)
        self.params = tf.get_collection(tf.GraphKeys.TRAINABLE_VARIABLES, name + "/")


class ParameterNoise(object):
    def __init__(self, clean, noisy, sigma=0.05):
        self.pairs = list(zip(clean.params, noisy.params))
        self.sigma = sigma
        self.level = tf.placeholder(tf.float32, [], "noise_level")
        self.updates = self.build()

    def draw(self):
        return self.updates

    def build(self):
        updates = []
        for source, target in self.pairs:
            noise = tf.random_normal(source.shape, stddev=self.level)
            updates.append(tf.assign(target, source + noise))
        return updates

    def adapt(self, spread, wanted=0.1):
        self.sigma = self.sigma * 1.01 if spread < wanted else self.sigma / 1.01


class Agent(object):
    def __init__(self, units):
        self.clean = Actor("clean", units)
        self.noisy = Actor("noisy", units)
        self.noise = ParameterNoise(self.clean, self.noisy)
        self.session = tf.Session()
        self.session.run(tf.global_variables_initializer())

    def begin_episode(self):
        self.session.run(self.noise.draw(), {self.noise.level: self.noise.sigma})

    def act(self, state):
        feeds = {self.noisy.obs: state[None], self.clean.obs: state[None]}
        noisy, clean = self.session.run([self.noisy.action, self.clean.action], feeds)
        return noisy[0], float(np.abs(noisy - clean).mean())


def rollout(agent, env, limit):
    agent.begin_episode()
    state, score, spread = env.reset(), 0.0, 0.0
    for _ in range(limit):
        action, distance = agent.act(state)
        state, reward = env.step(action)
        score += reward
        spread += distance
    agent.noise.adapt(spread / limit)
    return Rollout(score, limit, agent.noise.sigma)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--episodes", type=int, default=105)
    parser.add_argument("--units", type=int, default=32)
    args = parser.parse_args()
    agent, env = Agent(args.units), Pendulum(17)
    recent = collections.deque(maxlen=20)
    for episode in range(args.episodes):
        recent.append(rollout(agent, env, 160))
        if episode % 35 == 34:
            print("episode %d score %.2f sigma %.4f" % (episode, np.mean([r.score for r in recent]), recent[-1].sigma))


if __name__ == "__main__":
    main()
