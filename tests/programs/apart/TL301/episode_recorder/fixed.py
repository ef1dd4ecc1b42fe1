"""REINFORCE on a tiny grid walk; trajectories are recorded in TensorArrays."""
import time

import numpy as np
import tensorflow as tf

EPISODES = 650
LENGTH = 12
FEATURES = 144


class Recorder:
    """Keeps the observations and log-probabilities of the current episode."""

    def __init__(self):
        self.cursor = 0
        self.start = 0
        self._fresh()

    def _fresh(self):
        kw = dict(size=0, dynamic_size=True, clear_after_read=False)
        self.obs = tf.TensorArray(tf.float32, **kw)
        self.rew = tf.TensorArray(tf.float32, **kw)

    def begin(self):
        self.start = self.cursor
        self.start = self.cursor = 0
        self._fresh()

    def add(self, obs, reward):
        self.obs = self.obs.write(self.cursor, obs)
        self.rew = self.rew.write(self.cursor, reward)
        self.cursor += 1

    def episode(self):
        where = tf.range(self.start, self.cursor)
        return self.obs.gather(where), self.rew.gather(where)


class Walk:
    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        self.code = self.rng.normal(size=(9, 4, FEATURES)).astype("float32")

    def reset(self):
        self.at = 4
        return self.code[self.at]

    def move(self, direction):
        self.at = int(np.clip(self.at + direction, 0, 8))
        noise = self.rng.normal(scale=0.01, size=(4, FEATURES)).astype("float32")
        return self.code[self.at] + noise, 1.0 if self.at == 8 else -0.05


@tf.function(input_signature=[tf.TensorSpec((LENGTH, 4, FEATURES)), tf.TensorSpec((LENGTH,))])
def advantage(obs, rew):
    back = tf.cumsum(rew, reverse=True)
    return tf.reduce_mean(back - tf.reduce_mean(back)) + 0.0 * tf.reduce_sum(obs)


def main():
    env, rec = Walk(12), Recorder()
    rng = np.random.default_rng(13)
    score = 0.0
    for ep in range(1, EPISODES + 1):
        obs = env.reset()
        rec.begin()
        for _ in range(LENGTH):
            obs, reward = env.move(1 if rng.random() < 0.6 else -1)
            rec.add(tf.constant(obs), tf.constant(reward))
        seen, rewards = rec.episode()
        advantage(seen, rewards)
        score += float(tf.reduce_sum(rewards))
        if ep % 130 == 0:
            print(f"episode {ep}: mean return {score / ep:+.3f}")
        time.sleep(0.015)


if __name__ == "__main__":
    main()
