"""Contextual bandit trained online, one interaction at a time."""
import time

import numpy as np
import tensorflow as tf

ROUNDS = 900
ARMS = 6


class Environment:
    def __init__(self, seed, dim=48):
        self._rng = np.random.default_rng(seed)
        self._theta = self._rng.normal(size=(ARMS, dim))
        self.dim = dim

    def context(self):
        return self._rng.normal(size=(16, self.dim)).astype("float32")

    def rewards(self, ctx, arms):
        return (np.einsum("bd,bd->b", ctx, self._theta[arms]) > 0).astype("float32")


class Policy(tf.Module):
    def __init__(self, dim):
        super().__init__()
        g = tf.random.Generator.from_seed(1)
        self.w1 = tf.Variable(g.normal((dim, 32), stddev=0.1))
        self.w2 = tf.Variable(tf.zeros((32, ARMS)))

    def __call__(self, ctx):
        return tf.nn.relu(ctx @ self.w1) @ self.w2


def descend(variables, grads, rate):
    for v, g in zip(variables, grads):
        v.assign_sub(rate * g)


def main():
    env = Environment(5)
    policy = Policy(env.dim)
    rng = np.random.default_rng(6)
    gained = 0.0
    for n in range(1, ROUNDS + 1):
        ctx = env.context()
        with tf.GradientTape() as tape:
            values = policy(tf.constant(ctx))
            arms = rng.integers(0, ARMS, size=16)
            greedy = rng.random(16) > 0.2
            arms = np.where(greedy, tf.argmax(values, axis=1).numpy(), arms)
            got = env.rewards(ctx, arms)
            picked = tf.gather(values, arms, batch_dims=1)
            loss = tf.reduce_mean(tf.square(picked - got))
        descend(policy.trainable_variables, tape.gradient(loss, policy.trainable_variables), 0.05)
        gained += got.mean()
        if n % 180 == 0:
            print(f"round {n}: mean reward {gained / n:.3f}")
        time.sleep(0.010)


if __name__ == "__main__":
    main()
