"""DDPG-like critic with a target copy that is refreshed after each episode."""
import sys

import numpy as np
import tensorflow as tf

from networks import Critic, TargetKeeper


def main():
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 900
    critic = Critic(24, 4, seed=0)
    keeper = TargetKeeper(critic)
    rng = np.random.default_rng(0)

    @tf.function
    def update(sa, target):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(critic(sa) - target))
        for v, g in zip(critic.weights, tape.gradient(loss, critic.weights)):
            v.assign_sub(0.01 * g)
        return loss

    loss = None
    for _ in range(episodes):
        for _ in range(3):
            sa = tf.constant(rng.normal(size=(32, 28)), tf.float32)
            reward = tf.reduce_sum(sa[:, :2], axis=1, keepdims=True)
            loss = update(sa, reward + 0.9 * keeper.value(sa))
        keeper.refresh()
    print(f"episodes {episodes} loss {float(loss):.4f}")


if __name__ == "__main__":
    main()
