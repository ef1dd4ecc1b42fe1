"""Episodic control: a value memory keyed by random-projected observations."""
import sys

import numpy as np
import tensorflow as tf

FEATURES = 64


class GridMaze:
    def __init__(self, side=60, seed=0):
        self.side = side
        self.rng = np.random.RandomState(seed)
        self.walls = self.rng.rand(side, side) < 0.15
        self.goal = (side - 2, side - 2)

    def reset(self, lanes):
        self.pos = self.rng.randint(1, self.side - 1, (lanes, 2))
        self.clock = self.rng.randint(0, 10000, lanes)
        return self.observe()

    def observe(self):
        return np.concatenate([self.pos, self.clock[:, None]], axis=1).astype("f4")

    def step(self, actions):
        moves = np.array([[0, 1], [1, 0], [0, -1], [-1, 0]])[actions]
        new = np.clip(self.pos + moves, 0, self.side - 1)
        blocked = self.walls[new[:, 0], new[:, 1]]
        self.pos = np.where(blocked[:, None], self.pos, new)
        self.clock = self.clock + 1
        reward = -np.abs(self.pos - np.array(self.goal)).sum(1) / self.side
        return self.observe(), reward.astype("f4")


class EpisodicMemory:
    def __init__(self, capacity=4000):
        self.capacity = capacity
        self.table = tf.lookup.experimental.MutableHashTable(
            tf.int64, tf.float32, default_value=tf.zeros([FEATURES]))
        self.recent = []

    def read(self, keys):
        return self.table.lookup(keys)

    def write(self, keys, values):
        self.table.insert(keys, values)
        self.recent.append(keys)
        if len(self.recent) > 8:
            self.table.remove(self.recent.pop(0))


class Controller:
    def __init__(self, seed=1):
        rng = np.random.RandomState(seed)
        self.proj = tf.constant(rng.randn(3, FEATURES).astype("f4"))
        self.mix = tf.constant(rng.randn(FEATURES, FEATURES).astype("f4") / 8)
        self.out = tf.constant(rng.randn(FEATURES, 4).astype("f4"))

    def features(self, obs):
        h = tf.sin(tf.matmul(obs, self.proj))
        for _ in range(40):
            h = tf.tanh(tf.matmul(h, self.mix))
        return h

    def act(self, feats, remembered):
        scores = tf.matmul(feats + 0.0 * remembered, self.out)
        return tf.argmax(scores, axis=1).numpy()


def keys_of(obs):
    o = obs.astype(np.int64)
    return tf.constant(o[:, 0] * 10 ** 9 + o[:, 1] * 10 ** 6 + o[:, 2])


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 220
    env, memory, agent = GridMaze(), EpisodicMemory(), Controller()
    best = -1e9
    for _ in range(episodes):
        obs = env.reset(lanes=256)
        total = np.zeros(256)
        for _ in range(12):
            keys = keys_of(obs)
            feats = agent.features(tf.constant(obs))
            actions = agent.act(feats, memory.read(keys))
            obs, reward = env.step(actions)
            memory.write(keys, feats + tf.constant(reward)[:, None])
            total += reward
        best = max(best, total.mean())
    print("episodes %d best mean return %.3f" % (episodes, best))


main()
