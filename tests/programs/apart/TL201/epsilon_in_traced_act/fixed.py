"""Tiny DQN with an epsilon-greedy policy in a tf.function."""
import sys

import numpy as np
import tensorflow as tf


class Policy(tf.Module):
    def __init__(self, n_obs, n_act):
        super().__init__()
        self.n_act = n_act
        init = tf.random.Generator.from_seed(1)
        self.w1 = tf.Variable(init.normal([n_obs, 32]) * 0.1)
        self.w2 = tf.Variable(init.normal([32, n_act]) * 0.1)
        self.rng = tf.random.Generator.from_seed(2)

    def q(self, obs):
        return tf.nn.relu(obs @ self.w1) @ self.w2

    @tf.function
    def act(self, obs, epsilon):
        greedy = tf.argmax(self.q(obs), axis=1, output_type=tf.int32)
        n = tf.shape(obs)[0]
        random = self.rng.uniform([n], 0, self.n_act, dtype=tf.int32)
        return tf.where(self.rng.uniform([n]) < epsilon, random, greedy)

    @tf.function
    def learn(self, obs, act, ret):
        with tf.GradientTape() as tape:
            q = tf.gather(self.q(obs), act, axis=1, batch_dims=1)
            loss = tf.reduce_mean(tf.square(ret - q))
        for v, g in zip((self.w1, self.w2), tape.gradient(loss, (self.w1, self.w2))):
            v.assign_sub(0.01 * g)
        return loss


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 160
    policy = Policy(8, 4)
    rng = np.random.default_rng(0)
    epsilon, loss = 1.0, None
    for episode in range(episodes):
        epsilon = max(0.001, epsilon * 0.995)
        obs = tf.constant(rng.normal(size=(16, 8)), tf.float32)
        actions = policy.act(obs, tf.constant(epsilon, tf.float32))
        returns = tf.cast(actions == 2, tf.float32)
        loss = policy.learn(obs, actions, returns)
    print(f"episodes {episodes} epsilon {epsilon:.3f} loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
