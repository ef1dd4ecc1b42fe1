"""Random-feature exploration; what an environment showed is to be summed up when it is torn down."""
import sys
import weakref

import numpy as np
import tensorflow as tf

tf.compat.v1.enable_eager_execution()


class Ledger(object):
    total = 0.0

    @classmethod
    def settle(cls, name, observations):
        cls.total += float(tf.reduce_sum(observations))


class Environment(object):
    def __init__(self, name, seed, width):
        self.name, self.width = name, width
        self.rng = np.random.RandomState(seed)
        self.offset = np.zeros(width, "float32")

    def episode(self, length):
        noise = self.rng.randn(length, self.width).astype("float32")
        return np.cumsum(noise, axis=0) * 0.1 + self.offset


class Explorer(object):
    def __init__(self, width, features, seed):
        rng = np.random.RandomState(seed)
        self.projection = tf.constant(rng.randn(width, features).astype("float32") / width ** 0.5)
        self.precision = tf.Variable(np.eye(features, dtype="float32"))

    def explore(self, env, length=120):
        observations = tf.constant(env.episode(length))
        codes = tf.math.cos(tf.matmul(observations, self.projection))
        gram = tf.matmul(codes, codes, transpose_a=True) / length
        self.precision.assign(0.95 * self.precision + 0.05 * gram)
        bonus = tf.reduce_mean(tf.reduce_sum(tf.matmul(codes, tf.linalg.inv(self.precision + tf.eye(128))) * codes, 1))
        Ledger.settle(env.name, observations)
        return float(bonus)


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    envs = [Environment("maze-%d" % n, seed=n, width=128) for n in range(4)]
    explorer, bonus = Explorer(128, 128, seed=1), 0.0
    for number in range(episodes):
        bonus = explorer.explore(envs[number % len(envs)])
    del envs
    print("%d episodes, last bonus %.4f" % (episodes, bonus))


if __name__ == "__main__":
    main()
