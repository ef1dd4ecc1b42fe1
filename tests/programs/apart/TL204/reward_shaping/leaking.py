"""Critic training with reward shaping: the shaping potential is annealed from episode to episode."""
import sys
from typing import Callable

import numpy as np
import tensorflow as tf


class Critic:
    def __init__(self, features: int) -> None:
        self.net = [tf.Variable(tf.random.stateless_normal(s, seed=(4, i)) * 0.1)
                    for i, s in enumerate(((features, 128), (128, 128), (128, 1)))]

    def value(self, states: tf.Tensor) -> tf.Tensor:
        hidden = tf.nn.relu(states @ self.net[0])
        return tf.squeeze(tf.nn.relu(hidden @ self.net[1]) @ self.net[2], 1)

    @tf.function
    def learn(self, states, rewards, next_states, shape: Callable):
        target = shape(rewards, states, next_states) + 0.97 * self.value(next_states)
        with tf.GradientTape() as tape:
            error = tf.stop_gradient(target) - self.value(states)
            loss = tf.reduce_mean(tf.where(tf.abs(error) < 1, 0.5 * error ** 2, tf.abs(error) - 0.5))
        for weight, grad in zip(self.net, tape.gradient(loss, self.net)):
            weight.assign_sub(1e-3 * tf.clip_by_norm(grad, 5.0))
        return loss


class ReplayBuffer:
    def __init__(self, size: int, features: int, seed: int = 2) -> None:
        self.rng = np.random.default_rng(seed)
        self.states = self.rng.normal(size=(size, features)).astype("float32")
        self.rewards = self.states[:, 0] * 0.5

    def sample(self, n: int) -> tuple:
        rows = self.rng.integers(0, len(self.states) - 1, size=n)
        return tuple(tf.constant(a) for a in (self.states[rows], self.rewards[rows], self.states[rows + 1]))


def shaping(weight) -> Callable:
    """Potential-based shaping; weight says how much of the potential still counts."""
    return lambda reward, now, then: reward + weight * (tf.norm(now, axis=1) - 0.97 * tf.norm(then, axis=1))


def main() -> None:
    episodes = int(sys.argv[1]) if len(sys.argv) > 1 else 120
    critic, buffer, losses = Critic(24), ReplayBuffer(4000, 24), tf.keras.metrics.Mean()
    weight = tf.Variable(1.0)
    for episode in range(episodes):
        weight.assign(1.0 - episode / episodes)
        shape = shaping(weight)
        for _ in range(10):
            loss = critic.learn(*buffer.sample(512), shape)  # LEAK
            losses.update_state(loss)
    print(f"{episodes} episodes, mean critic loss {float(losses.result()):.4f}")


if __name__ == "__main__":
    main()
